import { isTruthy, textIn } from '../evaluate/scalar.ts'
import type { Call, Mark, Value } from '../evaluate/value.ts'
import { argumentAt } from '../methods/arguments.ts'
import { arrayMembers } from './array.ts'
import { builtin, constant, findMember, type Members, namespace } from './builtin.ts'
import { toJson } from './json.ts'
import { mathMembers, numberMembers, parseFraction, parseWhole, toNumber } from './number.ts'
import { objectMembers } from './object.ts'

/** The value of a global name of the language; undefined for any other, such as "process". */
export function globalValue(name: string, at: Mark): Value | undefined {
  return findMember(globals, name, at)
}

/** One name per line. Names whose value depends on the place, time or chance are not included. */
export const globals: Members = {
  Array: namespace('Array', arrayMembers),
  Boolean: builtin(toTruth),
  Infinity: constant(Number.POSITIVE_INFINITY),
  JSON: namespace('JSON', { stringify: builtin(toJson) }),
  Math: namespace('Math', mathMembers),
  NaN: constant(Number.NaN),
  Number: builtin(toNumber, numberMembers),
  Object: namespace('Object', objectMembers),
  String: builtin(toText),
  parseFloat: builtin(parseFraction),
  parseInt: builtin(parseWhole),
  undefined: constant(undefined),
}

/** `Boolean(x)`. */
function toTruth(call: Call): boolean {
  return isTruthy(argumentAt(call, 0))
}

/** `String(x)`, for anything except lists, objects and functions. */
function toText(call: Call): string {
  return call.args.length === 0 ? '' : textIn(argumentAt(call, 0), call.site)
}
