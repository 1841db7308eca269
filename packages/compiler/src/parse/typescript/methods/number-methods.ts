import type { Call, Scalar } from '../evaluate/value.ts'
import { mismatch, numberAt } from './arguments.ts'

type NumberMethod = (data: number, call: Call) => Scalar

/** The methods of a number that a source may use, one per line. */
export const numberMethods: Readonly<Record<string, NumberMethod>> = {
  toFixed: (data, call) => data.toFixed(within(call, 0, 100)),
  toString: (data: number, call: Call) => data.toString(within(call, 2, 36)),
}

function within(call: Call, min: number, max: number): number | undefined {
  const data = numberAt(call, 0)
  if (data === undefined || (Number.isInteger(data) && data >= min && data <= max)) return data
  return mismatch(call, 0, `a whole number from ${min} to ${max}`)
}
