import { isSame } from '../evaluate/scalar.ts'
import type { Call, Item, Value } from '../evaluate/value.ts'
import { argumentAt, mismatch, numberAt } from './arguments.ts'

/** `includes`: NaN is found too. */
export function isIn(items: readonly Item[], call: Call): boolean {
  const wanted = argumentAt(call, 0)
  const start = firstIndex(items, call)
  return items.some(
    ({ value }, index) =>
      index >= start && (isSame(value, wanted, call.site) || (isNotNumber(value) && isNotNumber(wanted))),
  )
}

/** `indexOf`: the first item that is the same, or -1. */
export function indexIn(items: readonly Item[], call: Call): number {
  const wanted = argumentAt(call, 0)
  const start = firstIndex(items, call)
  return items.findIndex(({ value }, index) => index >= start && isSame(value, wanted, call.site))
}

/** `lastIndexOf`: the last item that is the same, or -1. */
export function lastIndexIn(items: readonly Item[], call: Call): number {
  if (call.args.length > 1) return mismatch(call, 1, 'nothing more')
  const wanted = argumentAt(call, 0)
  return items.findLastIndex(({ value }) => isSame(value, wanted, call.site))
}

function firstIndex(items: readonly Item[], call: Call): number {
  const start = Math.trunc(numberAt(call, 1) ?? 0)
  return start < 0 ? items.length + start : start || 0
}

function isNotNumber(value: Value): boolean {
  return value.kind === 'scalar' && Number.isNaN(value.data)
}
