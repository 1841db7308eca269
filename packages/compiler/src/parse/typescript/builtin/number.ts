import { textIn } from '../evaluate/scalar.ts'
import type { Call, Scalar } from '../evaluate/value.ts'
import { argumentAt, numberAt } from '../methods/arguments.ts'
import { builtin, constant, type Members } from './builtin.ts'

/** `parseInt(text, radix)`. */
export function parseWhole(call: Call): number {
  return Number.parseInt(textIn(argumentAt(call, 0), call.site), numberAt(call, 1))
}

/** `parseFloat(text)`. */
export function parseFraction(call: Call): number {
  return Number.parseFloat(textIn(argumentAt(call, 0), call.site))
}

/** What a source may ask of `Number`: one line a member. */
export const numberMembers: Members = {
  EPSILON: constant(Number.EPSILON),
  MAX_SAFE_INTEGER: constant(Number.MAX_SAFE_INTEGER),
  MIN_SAFE_INTEGER: constant(Number.MIN_SAFE_INTEGER),
  isFinite: builtin(call => Number.isFinite(dataAt(call))),
  isInteger: builtin(call => Number.isInteger(dataAt(call))),
  isNaN: builtin(call => Number.isNaN(dataAt(call))),
  isSafeInteger: builtin(call => Number.isSafeInteger(dataAt(call))),
  parseFloat: builtin(parseFraction),
  parseInt: builtin(parseWhole),
}

function dataAt(call: Call): Scalar {
  const value = argumentAt(call, 0)
  return value.kind === 'scalar' ? value.data : undefined
}
