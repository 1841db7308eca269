import { isTruthy } from '../evaluate/scalar.ts'
import { type Call, type Item, type ListValue, list, type Scalar, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, functionAt, mismatch, numberAt } from './arguments.ts'
import { indexIn, isIn, lastIndexIn } from './find-in-list.ts'
import { flatten } from './flatten.ts'
import { joinItems } from './join-items.ts'
import { reduceItems } from './reduce-items.ts'
import { sortItems } from './sort-items.ts'

type ListMethod = (receiver: ListValue, call: Call) => Scalar | Value

/** What a source may ask of a list: one line a method. */
export const listMethods: Readonly<Record<string, ListMethod>> = {
  at: ({ items }, call) => items.at(numberAt(call, 0) ?? 0)?.value,
  concat: ({ items }, call) => list([...items, ...flatten(call.args, 1, call)], call.site),
  every: (receiver, call) => receiver.items.every(test(receiver, call)),
  filter: (receiver, call) => list(receiver.items.filter(test(receiver, call)), call.site),
  find: (receiver, call) => receiver.items.find(test(receiver, call))?.value,
  findIndex: (receiver, call) => receiver.items.findIndex(test(receiver, call)),
  findLast: (receiver, call) => receiver.items.findLast(test(receiver, call))?.value,
  findLastIndex: (receiver, call) => receiver.items.findLastIndex(test(receiver, call)),
  flat: ({ items }, call) => list(flatten(items, numberAt(call, 0) ?? 1, call), call.site),
  flatMap: (receiver, call) => list(flatten(mapped(receiver, call), 1, call), call.site),
  includes: ({ items }, call) => isIn(items, call),
  indexOf: ({ items }, call) => indexIn(items, call),
  join: ({ items }, call) => joinItems(items, call),
  lastIndexOf: ({ items }, call) => lastIndexIn(items, call),
  map: (receiver, call) => list(mapped(receiver, call), call.site),
  reduce: (receiver, call) => reduceItems(receiver, call, [...receiver.items.entries()]),
  reduceRight: (receiver, call) => reduceItems(receiver, call, [...receiver.items.entries()].reverse()),
  slice: ({ items }, call) => list(items.slice(numberAt(call, 0), numberAt(call, 1)), call.site),
  some: (receiver, call) => receiver.items.some(test(receiver, call)),
  toReversed: ({ items }, call) => list(items.toReversed(), call.site),
  toSorted: ({ items }, call) => list(sortItems(items, call), call.site),
  toSpliced: ({ items }, call) => list(spliced(items, call), call.site),
  with: ({ items }, call) => list(replaced(items, call), call.site),
}

/** What the function at hand makes of each item, its index and the list. */
function mapped(receiver: ListValue, call: Call): readonly Item[] {
  const work = functionAt(call, 0)
  return receiver.items.map(({ value }, index) => {
    return { value: work(value, scalar(index, call.site), receiver), slot: call.site }
  })
}

function test(receiver: ListValue, call: Call): (item: Item, index: number) => boolean {
  const work = functionAt(call, 0)
  return ({ value }, index) => isTruthy(work(value, scalar(index, call.site), receiver))
}

function spliced(items: readonly Item[], call: Call): readonly Item[] {
  const start = numberAt(call, 0) ?? 0
  if (call.args.length === 0) return items
  if (call.args.length === 1) return items.toSpliced(start)
  return items.toSpliced(start, numberAt(call, 1) ?? 0, ...call.args.slice(2))
}

function replaced(items: readonly Item[], call: Call): readonly Item[] {
  const index = Math.trunc(numberAt(call, 0) ?? 0) || 0
  const isThere = index < items.length && index >= -items.length
  if (!isThere) return mismatch(call, 0, `an index of the ${items.length} items`)
  const value = argumentAt(call, 1)
  return items.with(index, call.args[1] ?? { value, slot: call.site })
}
