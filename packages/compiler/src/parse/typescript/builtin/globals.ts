import { isTruthy, textIn } from '../evaluate/scalar.ts'
import type { Call, Mark, Value } from '../evaluate/value.ts'
import { argumentAt, mismatch } from '../methods/arguments.ts'
import { arrayMembers } from './array.ts'
import { builtin, constant, findMember, type Members, namespace } from './builtin.ts'
import { toJson } from './json.ts'
import { mathMembers, numberMembers, parseFraction, parseWhole } from './number.ts'
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

/** `Number(x)`, for anything except lists, objects and functions. */
function toNumber(call: Call): number {
  if (call.args.length === 0) return 0
  const value = argumentAt(call, 0)
  return value.kind === 'scalar' ? Number(value.data) : mismatch(call, 0, 'a text or a number')
}

/** `String(x)`, for anything except lists, objects and functions. */
function toText(call: Call): string {
  return call.args.length === 0 ? '' : textIn(argumentAt(call, 0), call.site)
}
