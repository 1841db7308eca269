import { chargeCharacters } from '../evaluate/budget.ts'
import { textIn } from '../evaluate/scalar.ts'
import type { Call, Scalar } from '../evaluate/value.ts'
import { argumentAt, mismatch, numberAt } from '../methods/arguments.ts'
import { builtin, constant, type Make, type Members } from './builtin.ts'

/** The members of `Math` that a source may use, one per line. `random` is not one of them. */
export const mathMembers: Members = {
  E: constant(Math.E),
  PI: constant(Math.PI),
  abs: ofOne(Math.abs),
  ceil: ofOne(Math.ceil),
  floor: ofOne(Math.floor),
  max: builtin(call => numbers(call).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)),
  min: builtin(call => numbers(call).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
  pow: builtin(call => (numberAt(call, 0) ?? Number.NaN) ** (numberAt(call, 1) ?? Number.NaN)),
  round: ofOne(Math.round),
  sign: ofOne(Math.sign),
  sqrt: ofOne(Math.sqrt),
  trunc: ofOne(Math.trunc),
}

/** `parseInt(text, radix)`. */
export function parseWhole(call: Call): number {
  return Number.parseInt(digitsAt(call), numberAt(call, 1))
}

/** `parseFloat(text)`. */
export function parseFraction(call: Call): number {
  return Number.parseFloat(digitsAt(call))
}

/** `Number(x)`, for anything except lists, objects and functions. */
export function toNumber(call: Call): number {
  if (call.args.length === 0) return 0
  const value = argumentAt(call, 0)
  if (value.kind !== 'scalar') return mismatch(call, 0, 'a text or a number')
  return typeof value.data === 'string' ? Number(digitsAt(call)) : Number(value.data)
}

function digitsAt(call: Call): string {
  const text = textIn(argumentAt(call, 0), call.site)
  chargeCharacters(call.site, text.length)
  return text
}

/** The members of `Number` that a source may use, one per line. */
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

function ofOne(work: (data: number) => number): Make {
  return builtin(call => work(numberAt(call, 0) ?? Number.NaN))
}

function numbers(call: Call): readonly number[] {
  return call.args.map((_, index) => numberAt(call, index) ?? mismatch(call, index, 'a number'))
}
