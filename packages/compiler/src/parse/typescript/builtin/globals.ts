import type { Mark, Value } from '../evaluate/value.ts'
import { arrayMembers } from './array.ts'
import { builtin, constant, type Members, memberOf, namespace } from './builtin.ts'
import { toNumber, toText, toTruth } from './convert.ts'
import { toJson } from './json.ts'
import { mathMembers } from './math.ts'
import { numberMembers, parseFraction, parseWhole } from './number.ts'
import { objectMembers } from './object.ts'

/** The value of a name that the language itself knows; undefined for any other, such as "process". */
export function globalValue(name: string, at: Mark): Value | undefined {
  return memberOf(globals, name, at)
}

/** One line a name. What hangs on the place, the time or chance is none of them. */
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
