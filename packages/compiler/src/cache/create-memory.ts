import { type CacheLocation, openCache } from './open-cache.ts'

/** Stores values from one run for the next that depend only on some content. */
export interface Memory {
  /** Returns the stored value for that content, or else the result of `build`; it must be plain data. */
  recall<Value>(name: string, content: string, build: () => Value): Value
}

/** A value with more characters than this is computed again rather than stored. */
const largest = 20_000_000

/** Opens the memory of a project: its values are next to the cache of its sources, and equally protected. */
export function createMemory(location: CacheLocation, root: string): Memory {
  return {
    recall<Value>(name: string, content: string, build: () => Value): Value {
      const cache = openCache(location, { name, root, subject: content })
      const known = cache?.read().records.get(name)?.value
      // The stored value was written by this same build, for this same content.
      if (known !== undefined) return JSON.parse(known) as Value
      const built = build()
      const value = JSON.stringify(built)
      const record = { identity: undefined, hash: '', dependencies: [], value }
      if (value.length <= largest) cache?.write({ modules: new Map(), records: new Map([[name, record]]) })
      return built
    },
  }
}
