import { refuse } from '../evaluate/refusal.ts'
import { type Call, type Item, type ListValue, scalar, type Value } from '../evaluate/value.ts'
import { argumentAt, functionAt } from './arguments.ts'

/** `reduce` and `reduceRight`: the entries come in the order in which they are taken. */
export function reduceItems(receiver: ListValue, call: Call, entries: readonly (readonly [number, Item])[]): Value {
  const work = functionAt(call, 0)
  const hasStart = call.args.length > 1
  const first = hasStart ? argumentAt(call, 1) : entries[0]?.[1].value
  if (first === undefined) return refuse(call.site, 'An empty list is reduced without a value to begin with')
  let result = first
  for (const [index, { value }] of hasStart ? entries : entries.slice(1)) {
    result = work(result, value, scalar(index, call.site), receiver)
  }
  return result
}
