import { fieldOf } from './evaluate/mapping.ts'
import type { Field, Item, ListValue } from './evaluate/value.ts'

export type NamedField = readonly [name: string, field: Field]

/**
 * The fields that a list of pairs of a name and a value says, in its order, repeated names included: JavaScript's own
 * objects keep neither. Undefined if the list is none of pairs.
 */
export function pairsOf({ items }: ListValue): readonly NamedField[] | undefined {
  const fields: NamedField[] = []
  for (const item of items) {
    const field = pairOf(item)
    if (field === undefined) return undefined
    fields.push(field)
  }
  return fields
}

function pairOf({ value: pair }: Item): NamedField | undefined {
  if (pair.kind !== 'list' || pair.items.length !== 2) return undefined
  const [first, second] = pair.items
  if (first?.value.kind !== 'scalar' || second === undefined) return undefined
  const { data } = first.value
  if (typeof data !== 'string' && typeof data !== 'number') return undefined
  return [String(data), fieldOf(second, first.value)]
}
