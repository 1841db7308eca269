import { ts } from 'ts-morph'
import { chargeCharacters, chargeName } from './budget.ts'
import { describe } from './describe.ts'
import { hasField } from './property.ts'
import { refuse } from './refusal.ts'
import { replacementHelp } from './replacements.ts'
import { isNullish, isSame, isTruthy, textIn } from './scalar.ts'
import { type Mark, type Scalar, type Scope, scalar, type Value } from './value.ts'

const signs: Readonly<Partial<Record<ts.SyntaxKind, (data: number) => number>>> = {
  [ts.SyntaxKind.ExclamationToken]: data => data,
  [ts.SyntaxKind.MinusToken]: data => -data,
  [ts.SyntaxKind.PlusToken]: data => data,
}

interface Operands {
  readonly left: Value
  readonly right: Value
  readonly mark: Mark
  readonly operator: ts.SyntaxKind
}

/** Whether the left side is the result already. */
const choices: Readonly<Partial<Record<ts.SyntaxKind, (left: Value) => boolean>>> = {
  [ts.SyntaxKind.AmpersandAmpersandToken]: left => !isTruthy(left),
  [ts.SyntaxKind.BarBarToken]: isTruthy,
  [ts.SyntaxKind.QuestionQuestionToken]: left => !isNullish(left),
}

const operators: Readonly<Partial<Record<ts.SyntaxKind, (operands: Operands) => Scalar>>> = {
  [ts.SyntaxKind.PlusToken]: add,
  [ts.SyntaxKind.MinusToken]: operands => calculate(operands, (a, b) => a - b),
  [ts.SyntaxKind.AsteriskToken]: operands => calculate(operands, (a, b) => a * b),
  [ts.SyntaxKind.SlashToken]: operands => calculate(operands, (a, b) => a / b),
  [ts.SyntaxKind.PercentToken]: operands => calculate(operands, (a, b) => a % b),
  [ts.SyntaxKind.AsteriskAsteriskToken]: operands => calculate(operands, (a, b) => a ** b),
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: isEqual,
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: operands => !isEqual(operands),
  [ts.SyntaxKind.EqualsEqualsToken]: isLooselyEqual,
  [ts.SyntaxKind.ExclamationEqualsToken]: operands => !isLooselyEqual(operands),
  [ts.SyntaxKind.LessThanToken]: operands => compare(operands, (a, b) => a < b),
  [ts.SyntaxKind.LessThanEqualsToken]: operands => compare(operands, (a, b) => a <= b),
  [ts.SyntaxKind.GreaterThanToken]: operands => compare(operands, (a, b) => a > b),
  [ts.SyntaxKind.GreaterThanEqualsToken]: operands => compare(operands, (a, b) => a >= b),
  [ts.SyntaxKind.InKeyword]: isIn,
}

/** A binary operator. `&&`, `||` and `??` evaluate the second operand only if they need it. */
export function evaluateBinary(node: ts.BinaryExpression, scope: Scope): Value {
  const operator = node.operatorToken.kind
  const mark = { node, frame: scope.frame }
  const { evaluate } = scope.frame.run
  const decides = choices[operator]
  if (decides !== undefined) {
    if (isMixed(node)) return refuse(mark, 'Parentheses are missing between "??" and "||" or "&&"')
    const left = evaluate(node.left, scope)
    return decides(left) ? left : evaluate(node.right, scope)
  }
  const operate = operators[operator]
  if (operate === undefined) return refuseOperator(operator, mark)
  const left = evaluate(node.left, scope)
  return scalar(operate({ left, right: evaluate(node.right, scope), mark, operator }), mark)
}

// The language rejects this, but its parser does not.
function isMixed({ left, operatorToken, right }: ts.BinaryExpression): boolean {
  const isNullishChoice = operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  return [left, right].some(side => {
    const other = ts.isBinaryExpression(side) ? side.operatorToken.kind : undefined
    if (other === undefined || choices[other] === undefined) return false
    return (other === ts.SyntaxKind.QuestionQuestionToken) !== isNullishChoice
  })
}

function add(operands: Operands): Scalar {
  const { left, right, mark } = operands
  if (!isText(left) && !isText(right)) return calculate(operands, (a, b) => a + b)
  const text = textIn(left, mark) + textIn(right, mark)
  chargeCharacters(mark, text.length)
  return text
}

function calculate(operands: Operands, work: (a: number, b: number) => number): number {
  const { left, right } = operands
  const [a, b] = [toData(left), toData(right)]
  return typeof a === 'number' && typeof b === 'number' ? work(a, b) : mismatch(operands, 'two numbers')
}

function compare(operands: Operands, work: (a: string | number, b: string | number) => boolean): boolean {
  const [a, b] = [toData(operands.left), toData(operands.right)]
  if (typeof a === 'number' && typeof b === 'number') return work(a, b)
  if (typeof a !== 'string' || typeof b !== 'string') return mismatch(operands, 'two numbers or two texts')
  chargeCharacters(operands.mark, Math.min(a.length, b.length))
  return work(a, b)
}

function isIn({ left, right, mark }: Operands): boolean {
  const name = textIn(left, mark)
  chargeName(mark, name)
  return hasField(right, name, mark)
}

function isEqual({ left, right, mark }: Operands): boolean {
  return isSame(left, right, mark)
}

// For different kinds of values, `==` has rules that few people know by heart.
function isLooselyEqual(operands: Operands): boolean {
  const { left, right } = operands
  if (isNullish(left) || isNullish(right)) return isNullish(left) && isNullish(right)
  const isObject = left.kind !== 'scalar' && right.kind !== 'scalar'
  if (isObject || typeof toData(left) === typeof toData(right)) return isEqual(operands)
  return mismatch(operands, 'two values of one kind')
}

function mismatch({ left, right, mark, operator }: Operands, wanted: string): never {
  const sign = ts.tokenToString(operator)
  return refuse(mark, `"${sign}" wants ${wanted}, not ${describe(left)} and ${describe(right)}`)
}

function refuseOperator(operator: ts.SyntaxKind, mark: Mark): never {
  const isAssignment = operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment
  if (isAssignment) return refuse(mark, 'Values cannot be changed: a source is evaluated, not run')
  return refuse(mark, `"${ts.tokenToString(operator)}" is not supported in a source`)
}

function isText(value: Value): boolean {
  return typeof toData(value) === 'string'
}

/** A scalar's data; an object, which is none of them, for the rest. */
function toData(value: Value): Scalar | object {
  return value.kind === 'scalar' ? value.data : value
}

/** `!a`, and `-a` and `+a` of numbers. */
export function evaluateUnary(node: ts.PrefixUnaryExpression, scope: Scope): Value {
  const mark = { node, frame: scope.frame }
  const sign = signs[node.operator]
  if (sign === undefined) return refuse(mark, `"${ts.tokenToString(node.operator)}" is not supported in a source`)
  const operand = scope.frame.run.evaluate(node.operand, scope)
  if (node.operator === ts.SyntaxKind.ExclamationToken) return scalar(!isTruthy(operand), mark)
  if (operand.kind === 'scalar' && typeof operand.data === 'number') return scalar(sign(operand.data), mark)
  const written = ts.tokenToString(node.operator)
  return refuse(
    mark,
    `"${written}" requires a number, not ${describe(operand)}`,
    isText(operand) ? replacementHelp(`${written}text`) : {},
  )
}

/** `typeof a`. */
export function evaluateTypeof(node: ts.TypeOfExpression, scope: Scope): Value {
  const operand = scope.frame.run.evaluate(node.expression, scope)
  const mark = { node, frame: scope.frame }
  if (operand.kind === 'namespace') return refuse(mark, `"${operand.name}" can only be used by naming a member`)
  const type = operand.kind === 'function' ? 'function' : 'object'
  return scalar(operand.kind === 'scalar' ? typeof operand.data : type, mark)
}

/** `a ? b : c`: evaluates only the selected branch. */
export function evaluateConditional({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, scope: Scope): Value {
  const { evaluate } = scope.frame.run
  return evaluate(isTruthy(evaluate(condition, scope)) ? whenTrue : whenFalse, scope)
}
