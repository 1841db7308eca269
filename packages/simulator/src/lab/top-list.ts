/** The first items of many, in their order, however many are added. */
export interface TopList<Item> {
  add(item: Item): void
  /** In order; of equal items, the earlier one first. */
  items(): readonly Item[]
}

/** Creates an empty list of at most `max` items, ordered by `compare`. */
export function createTopList<Item>(max: number, compare: (a: Item, b: Item) => number): TopList<Item> {
  let kept: Item[] = []
  let added: Item[] = []
  const merge = () => {
    // The sort is stable, so earlier items stay before equal ones.
    kept = [...kept, ...added].sort(compare).slice(0, max)
    added = []
  }
  return {
    add(item) {
      const last = kept[max - 1]
      if (last !== undefined && compare(item, last) >= 0) return
      added.push(item)
      if (added.length >= max) merge()
    },
    items() {
      if (added.length > 0) merge()
      return kept
    },
  }
}
