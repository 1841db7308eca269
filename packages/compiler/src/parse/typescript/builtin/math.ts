import type { Call } from '../evaluate/value.ts'
import { mismatch, numberAt } from '../methods/arguments.ts'
import { builtin, constant, type Make, type Members } from './builtin.ts'

/** What a source may ask of `Math`: one line a member. Chance is none of them. */
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

function ofOne(work: (data: number) => number): Make {
  return builtin(call => work(numberAt(call, 0) ?? Number.NaN))
}

function numbers(call: Call): readonly number[] {
  return call.args.map((_, index) => numberAt(call, index) ?? mismatch(call, index, 'a number'))
}
