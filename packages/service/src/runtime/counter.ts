/** Counts by key. */
export interface Counter {
  get(key: string): number
  add(key: string, by: number): void
  /** Of all keys together. */
  total(): number
  /** The keys whose count is `min` or more. */
  keysFrom(min: number): readonly string[]
}

/** A key with the count 0 takes no memory. */
export function createCounter(): Counter {
  const counts = new Map<string, number>()
  const get = (key: string) => counts.get(key) ?? 0
  let total = 0
  return {
    get,
    add(key, by) {
      const count = get(key) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
      total += by
    },
    total: () => total,
    keysFrom: min => [...counts].filter(([, count]) => count >= min).map(([key]) => key),
  }
}
