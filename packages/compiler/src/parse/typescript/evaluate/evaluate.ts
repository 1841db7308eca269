import { evaluationLimits } from '@scenewright/model/limits'
import { ts } from 'ts-morph'
import { inexactNumber, isInexact } from '../../whole-numbers.ts'
import { startOf } from '../place.ts'
import { chargeSteps, deepen } from './budget.ts'
import { evaluateChain } from './chain.ts'
import { describeSyntax } from './describe.ts'
import { createClosure } from './function.ts'
import { evaluateIdentifier } from './identifier.ts'
import { evaluateList, evaluateObject, evaluateTemplate } from './literals.ts'
import { evaluateBinary, evaluateConditional, evaluateTypeof, evaluateUnary } from './operators.ts'
import { refuse } from './refusal.ts'
import { replacementHelp } from './replacements.ts'
import { type Scalar, type Scope, scalar, type Value } from './value.ts'

/**
 * The value of an expression, which is evaluated but never run. Unsupported syntax is a Refusal, and so is anything
 * that would throw at run time.
 */
export function evaluate(node: ts.Expression, scope: Scope): Value {
  const { frame } = scope
  const { run } = frame
  run.steps += 1
  if (run.steps > evaluationLimits.steps) chargeSteps({ node, frame }, 0)
  const handle = table[node.kind]
  if (handle === undefined) return refuseSyntax(node, scope)
  deepen(node, frame)
  const value = handle(node, scope)
  run.depth -= 1
  return value
}

type Handle<Node extends ts.Node = ts.Node> = (node: Node, scope: Scope) => Value

/** One kind of expression per line. */
const table: Readonly<Partial<Record<ts.SyntaxKind, Handle>>> = {
  [ts.SyntaxKind.StringLiteral]: on(ts.isStringLiteral, textOf),
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: on(ts.isNoSubstitutionTemplateLiteral, textOf),
  [ts.SyntaxKind.NumericLiteral]: on(ts.isNumericLiteral, evaluateNumber),
  [ts.SyntaxKind.TrueKeyword]: constant(true),
  [ts.SyntaxKind.FalseKeyword]: constant(false),
  [ts.SyntaxKind.NullKeyword]: constant(null),
  [ts.SyntaxKind.TemplateExpression]: on(ts.isTemplateExpression, evaluateTemplate),
  [ts.SyntaxKind.ObjectLiteralExpression]: on(ts.isObjectLiteralExpression, evaluateObject),
  [ts.SyntaxKind.ArrayLiteralExpression]: on(ts.isArrayLiteralExpression, evaluateList),
  [ts.SyntaxKind.Identifier]: on(ts.isIdentifier, evaluateIdentifier),
  [ts.SyntaxKind.CallExpression]: on(ts.isCallExpression, evaluateChain),
  [ts.SyntaxKind.PropertyAccessExpression]: on(ts.isPropertyAccessExpression, evaluateChain),
  [ts.SyntaxKind.ElementAccessExpression]: on(ts.isElementAccessExpression, evaluateChain),
  [ts.SyntaxKind.ConditionalExpression]: on(ts.isConditionalExpression, evaluateConditional),
  [ts.SyntaxKind.BinaryExpression]: on(ts.isBinaryExpression, evaluateBinary),
  [ts.SyntaxKind.PrefixUnaryExpression]: on(ts.isPrefixUnaryExpression, evaluateUnary),
  [ts.SyntaxKind.TypeOfExpression]: on(ts.isTypeOfExpression, evaluateTypeof),
  [ts.SyntaxKind.ArrowFunction]: on(ts.isArrowFunction, createClosure),
  [ts.SyntaxKind.FunctionExpression]: on(ts.isFunctionExpression, createClosure),
  [ts.SyntaxKind.ParenthesizedExpression]: on(ts.isParenthesizedExpression, inner),
  [ts.SyntaxKind.AsExpression]: on(ts.isAsExpression, inner),
  [ts.SyntaxKind.SatisfiesExpression]: on(ts.isSatisfiesExpression, inner),
  [ts.SyntaxKind.NonNullExpression]: on(ts.isNonNullExpression, evaluateChain),
  [ts.SyntaxKind.TypeAssertionExpression]: on(ts.isTypeAssertionExpression, inner),
  [ts.SyntaxKind.ExpressionWithTypeArguments]: on(ts.isExpressionWithTypeArguments, inner),
}

function on<Node extends ts.Node>(is: (node: ts.Node) => node is Node, handle: Handle<Node>): Handle {
  return (node, scope) => (is(node) ? handle(node, scope) : refuseSyntax(node, scope))
}

function constant(data: Scalar): Handle {
  return (node, { frame }) => scalar(data, { node, frame })
}

function textOf(node: ts.LiteralLikeNode, { frame }: Scope): Value {
  return scalar(node.text, { node, frame })
}

/** The values of numbers that are evaluated: one may have a million digits, and be evaluated a thousand times. */
const numbers = new WeakMap<ts.NumericLiteral, number>()

function evaluateNumber(node: ts.NumericLiteral, scope: Scope): Value {
  const number = numbers.get(node) ?? readNumber(node, scope)
  numbers.set(node, number)
  return scalar(number, { node, frame: scope.frame })
}

function readNumber(node: ts.NumericLiteral, { frame }: Scope): number {
  // The parser has already rounded the text of the node.
  const written = frame.unit.text.slice(startOf(node, frame.unit), node.end).replaceAll('_', '')
  if (isInexact(written)) {
    const { message, help } = inexactNumber(written)
    refuse({ node, frame }, message, { help })
  }
  return Number(node.text)
}

function inner({ expression }: { readonly expression: ts.Expression }, scope: Scope): Value {
  return evaluate(expression, scope)
}

function refuseSyntax(node: ts.Node, { frame }: Scope): never {
  return refuse(
    { node, frame },
    `${describeSyntax(node)} is not supported in a source, which is evaluated but never run`,
    replacementHelp(syntaxName(node)),
  )
}

/** The name of syntax in the table of replacements. */
function syntaxName(node: ts.Node): string {
  if (ts.isRegularExpressionLiteral(node)) return '/…/'
  return ts.isNewExpression(node) && ts.isIdentifier(node.expression) ? `new ${node.expression.text}` : ''
}
