import { chargeCharacters } from './budget.ts'
import { describe } from './describe.ts'
import { refuse } from './refusal.ts'
import type { Mark, Value } from './value.ts'

/** Whether a value counts as true, as in JavaScript. */
export function isTruthy(value: Value): boolean {
  return value.kind !== 'scalar' || Boolean(value.data)
}

/** Whether a value is null or undefined. */
export function isNullish(value: Value): boolean {
  return value.kind === 'scalar' && (value.data === null || value.data === undefined)
}

/** Whether two values are equal by `===`: lists and objects are equal only to themselves. */
export function isSame(a: Value, b: Value, at: Mark): boolean {
  if (a.kind !== 'scalar' || b.kind !== 'scalar') return isIdentical(a, b)
  if (typeof a.data === 'string' && typeof b.data === 'string' && a.data.length === b.data.length) {
    chargeCharacters(at, a.data.length)
  }
  return a.data === b.data
}

/** A value as a part of a text. The default texts of lists and objects are useless. */
export function textIn(value: Value, at: Mark): string {
  if (value.kind === 'scalar') return String(value.data)
  const help = value.kind === 'list' ? { help: 'Join its items explicitly: `.join(", ")`.' } : {}
  return refuse(at, `A string cannot contain ${describe(value)}`, help)
}

// The evaluator's own functions are created again for each use of their name.
function isIdentical(a: Value, b: Value): boolean {
  if (a.kind === 'function' && b.kind === 'function') return a.apply === b.apply
  if (a.kind === 'namespace' && b.kind === 'namespace') return a.member === b.member
  return a === b
}
