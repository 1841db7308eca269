/** The options of a cache. */
interface RevisionCacheOptions<Asked, Value> {
  readonly keyOf: (asked: Asked) => string
  /** Increases with every change of what a value is loaded from. */
  readonly revisionOf: (asked: Asked) => number
  /** Loads a value; `before` is the one that it replaces. */
  readonly load: (asked: Asked, before: Value | undefined) => Promise<Value>
  /** The size of a value, above 0. */
  readonly sizeOf: (value: Value) => number
  /** The maximum size of all values together, except for the most recently used one, which is always kept. */
  readonly maxSize: number
}

interface Entry<Asked, Value> {
  readonly loading: Promise<Value>
  /** With which loading began, or the newest request while waiting for that. */
  asked: Asked
  hasBegun: boolean
  /** 0 while it is loaded. */
  size: number
}

/**
 * Caches values until their revision increases; the least recently used one is evicted first. Concurrent requests share
 * the loading of a value; what changes meanwhile is loaded afterwards, again once for all requests. A request with an
 * older revision gets the current value. A failed load is not cached.
 */
export function createRevisionCache<Asked, Value>(
  options: RevisionCacheOptions<Asked, Value>,
): (asked: Asked) => Promise<Value> {
  const { keyOf, revisionOf, maxSize } = options
  const kept = new Map<string, Entry<Asked, Value>>()
  return asked => {
    const key = keyOf(asked)
    const found = kept.get(key)
    const isNewer = found !== undefined && revisionOf(asked) > revisionOf(found.asked)
    const isServed = found !== undefined && !(found.hasBegun && isNewer)
    const entry = isServed ? found : begin(asked, found?.loading, options)
    if (isServed && isNewer) found.asked = asked
    kept.delete(key)
    kept.set(key, entry)
    if (!isServed) {
      entry.loading.then(
        () => forgetOldest(kept, maxSize),
        () => {
          if (kept.get(key) === entry) kept.delete(key)
        },
      )
    }
    return entry.loading
  }
}

function begin<Asked, Value>(
  asked: Asked,
  former: Promise<Value> | undefined,
  { load, sizeOf }: RevisionCacheOptions<Asked, Value>,
): Entry<Asked, Value> {
  const loadAfter = async () => {
    const before = await former?.catch(() => undefined)
    entry.hasBegun = true
    const value = await load(entry.asked, before)
    entry.size = sizeOf(value)
    return value
  }
  // `loadAfter` waits at least once, so the entry exists before it is used.
  const entry: Entry<Asked, Value> = { asked, hasBegun: false, size: 0, loading: Promise.resolve().then(loadAfter) }
  return entry
}

function forgetOldest(kept: Map<string, { readonly size: number }>, maxSize: number): void {
  let total = 0
  for (const { size } of kept.values()) total += size
  for (const [key, { size }] of kept) {
    if (total <= maxSize || kept.size === 1) return
    if (size === 0) continue
    kept.delete(key)
    total -= size
  }
}
