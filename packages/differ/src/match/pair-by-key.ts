import { addTo } from '@scenewright/model/collections'

/** An item of a list, and its index. */
export interface Placed<Value> {
  readonly value: Value
  readonly index: number
}

/** Two matching items. */
export interface Pair<Item> {
  readonly base: Item
  readonly head: Item
}

/** The pairs, and the unpaired items of each side in their own order. */
export interface Pairing<Item> {
  readonly pairs: readonly Pair<Item>[]
  readonly onlyBase: readonly Item[]
  readonly onlyHead: readonly Item[]
}

/**
 * Pairs the items with equal keys, the first with the first, and so on; an item without a key remains unpaired. Pairs
 * are in the order of the base. Symmetric.
 */
export function pairByKey<Item>(
  base: readonly Item[],
  head: readonly Item[],
  keyOf: (item: Item, side: 'base' | 'head') => string | undefined,
): Pairing<Item> {
  const waiting = new Map<string, Item[]>()
  for (const item of head) {
    const key = keyOf(item, 'head')
    if (key !== undefined) addTo(waiting, key, item)
  }
  const pairs: Pair<Item>[] = []
  const onlyBase: Item[] = []
  const taken = new Set<Item>()
  const next = new Map<string, number>()
  for (const item of base) {
    const key = keyOf(item, 'base')
    const place = key === undefined ? 0 : (next.get(key) ?? 0)
    const other = key === undefined ? undefined : waiting.get(key)?.[place]
    if (key === undefined || other === undefined) {
      onlyBase.push(item)
      continue
    }
    next.set(key, place + 1)
    taken.add(other)
    pairs.push({ base: item, head: other })
  }
  return { pairs, onlyBase, onlyHead: head.filter(item => !taken.has(item)) }
}

export function withPlaces<Value>(list: readonly Value[]): readonly Placed<Value>[] {
  return list.map((value, index) => ({ value, index }))
}
