import { sourceLimits } from '@scenewright/model/limits'
import { chargeCharacters, chargeSteps } from '../evaluate/budget.ts'
import { refuse } from '../evaluate/refusal.ts'
import { isNullish, isSame, isTruthy, textIn } from '../evaluate/scalar.ts'
import { type Call, type Item, type ListValue, list, type Scalar, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, functionAt, mismatch, numberAt, optionalTextAt } from './arguments.ts'

import { sortItems } from './sort-items.ts'

interface Visit {
  readonly levels: number
  readonly call: Call
  readonly flat: Item[]
  readonly depth: number
}

type ListMethod = (receiver: ListValue, call: Call) => Scalar | Value

/** The methods of a list that a source may use, one per line. */
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

/** Applies the given function to each item, its index and the list. */
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

/** `join`: null and undefined are empty texts. */
function joinItems(items: readonly Item[], call: Call): string {
  const separator = optionalTextAt(call, 0) ?? ','
  chargeCharacters(call.site, separator.length * items.length)
  const texts = items.map(({ value }) => {
    const text = isNullish(value) ? '' : textIn(value, call.site)
    chargeCharacters(call.site, text.length)
    return text
  })
  return texts.join(separator)
}

/** `reduce` and `reduceRight`: the entries are in the order of processing. */
function reduceItems(receiver: ListValue, call: Call, entries: readonly (readonly [number, Item])[]): Value {
  const work = functionAt(call, 0)
  const hasStart = call.args.length > 1
  const first = hasStart ? argumentAt(call, 1) : entries[0]?.[1].value
  if (first === undefined) return refuse(call.site, 'An empty list is reduced without an initial value')
  let result = first
  for (const [index, { value }] of hasStart ? entries : entries.slice(1)) {
    result = work(result, value, scalar(index, call.site), receiver)
  }
  return result
}

/** Replaces nested lists by their items, down to a given depth. */
function flatten(items: readonly Item[], levels: number, call: Call): readonly Item[] {
  const flat: Item[] = []
  visit(items, { levels, call, flat, depth: 0 })
  return flat
}

function visit(items: readonly Item[], { levels, call, flat, depth }: Visit): void {
  chargeSteps(call.site, items.length + 1)
  if (depth > sourceLimits.depth) refuse(call.site, `The list nests deeper than ${sourceLimits.depth} levels`)
  for (const item of items) {
    if (item.value.kind !== 'list' || !(levels >= 1)) flat.push(item)
    else visit(item.value.items, { levels: levels - 1, call, flat, depth: depth + 1 })
  }
}

/** `includes`: NaN is found too. */
function isIn(items: readonly Item[], call: Call): boolean {
  const wanted = argumentAt(call, 0)
  const start = firstIndex(items, call)
  return items.some(
    ({ value }, index) =>
      index >= start && (isSame(value, wanted, call.site) || (isNotNumber(value) && isNotNumber(wanted))),
  )
}

/** `indexOf`: the first item that is the same, or -1. */
function indexIn(items: readonly Item[], call: Call): number {
  const wanted = argumentAt(call, 0)
  const start = firstIndex(items, call)
  return items.findIndex(({ value }, index) => index >= start && isSame(value, wanted, call.site))
}

/** `lastIndexOf`: the last item that is the same, or -1. */
function lastIndexIn(items: readonly Item[], call: Call): number {
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
