import { ts } from 'ts-morph'
import { describe } from './describe.ts'
import { refuse } from './refusal.ts'
import { isTruthy } from './scalar.ts'
import { type Scope, scalar, type Value } from './value.ts'

/** `!a`, and `-a` and `+a` of numbers. */
export function evaluateUnary(node: ts.PrefixUnaryExpression, scope: Scope): Value {
  const mark = { node, frame: scope.frame }
  const sign = signs[node.operator]
  if (sign === undefined) return refuse(mark, `"${ts.tokenToString(node.operator)}" is not part of a source`)
  const operand = scope.frame.run.evaluate(node.operand, scope)
  if (node.operator === ts.SyntaxKind.ExclamationToken) return scalar(!isTruthy(operand), mark)
  if (operand.kind === 'scalar' && typeof operand.data === 'number') return scalar(sign(operand.data), mark)
  return refuse(mark, `"${ts.tokenToString(node.operator)}" wants a number, not ${describe(operand)}`)
}

/** `typeof a`. */
export function evaluateTypeof(node: ts.TypeOfExpression, scope: Scope): Value {
  const operand = scope.frame.run.evaluate(node.expression, scope)
  const mark = { node, frame: scope.frame }
  if (operand.kind === 'namespace') return refuse(mark, `"${operand.name}" is read by the names of its members`)
  const type = operand.kind === 'function' ? 'function' : 'object'
  return scalar(operand.kind === 'scalar' ? typeof operand.data : type, mark)
}

const signs: Readonly<Partial<Record<ts.SyntaxKind, (data: number) => number>>> = {
  [ts.SyntaxKind.ExclamationToken]: data => data,
  [ts.SyntaxKind.MinusToken]: data => -data,
  [ts.SyntaxKind.PlusToken]: data => data,
}
