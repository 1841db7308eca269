import type { ts } from 'ts-morph'
import { isTruthy } from './scalar.ts'
import type { Scope, Value } from './value.ts'

/** `a ? b : c`: only the branch that is taken is looked at. */
export function evaluateConditional({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, scope: Scope): Value {
  const { evaluate } = scope.frame.run
  return evaluate(isTruthy(evaluate(condition, scope)) ? whenTrue : whenFalse, scope)
}
