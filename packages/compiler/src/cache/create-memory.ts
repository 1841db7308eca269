import { type CacheLocation, openCache } from './open-cache.ts'

/** Stores values from one run for the next that depend only on some content. */
export interface Memory {
  /** The stored value for that content; undefined if there is none. */
  find<Value>(name: string, content: string): Value | undefined
  /** Stores plain data for that content, in place of what was stored for it. */
  store(name: string, content: string, value: unknown): void
}

/** A value with more characters than this is computed again rather than stored. */
const largest = 20_000_000

/** Opens the memory of a project: its values are next to the cache of its sources, and equally protected. */
export function createMemory(location: CacheLocation, root: string): Memory {
  return {
    find<Value>(name: string, content: string): Value | undefined {
      const known = openCache(location, { name, root, subject: content })?.read().records.get(name)?.value
      // The stored value was written by this same build, for this same content.
      return known === undefined ? undefined : (JSON.parse(known) as Value)
    },
    store(name, content, stored) {
      const value = JSON.stringify(stored)
      if (value.length > largest) return
      const record = { identity: undefined, hash: '', dependencies: [], value }
      const cache = openCache(location, { name, root, subject: content })
      cache?.write({ modules: new Map(), records: new Map([[name, record]]) })
    },
  }
}
