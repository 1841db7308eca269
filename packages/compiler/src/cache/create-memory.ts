import { type CacheLocation, openCache } from './open-cache.ts'

/** Stores values from one run for the next that depend only on some content. */
export interface Memory {
  /** The stored value for that content; undefined if there is none. */
  find<Value>(name: string, content: string): Value | undefined
  /** Stores plain data for that content, in place of what was stored for it. */
  store(name: string, content: string, value: unknown): void
  /** The same for bytes, which are stored in parts. */
  findBytes(name: string, content: string): Buffer | undefined
  storeBytes(name: string, content: string, parts: readonly Uint8Array[]): void
}

/** A value with more characters or bytes than this is computed again rather than stored. */
const largest = { value: 20_000_000, bytes: 100_000_000 } as const

/** Opens the memory of a project: its values are next to the cache of its sources, and equally protected. */
export function createMemory(location: CacheLocation, root: string): Memory {
  const open = (name: string, content: string) => openCache(location, { name, root, subject: content })
  return {
    find<Value>(name: string, content: string): Value | undefined {
      const known = open(name, content)?.read().records.get(name)?.value
      // The stored value was written by this same build, for this same content.
      return known === undefined ? undefined : (JSON.parse(known) as Value)
    },
    store(name, content, stored) {
      const value = JSON.stringify(stored)
      if (value.length > largest.value) return
      const record = { identity: undefined, hash: '', dependencies: [], value }
      open(name, content)?.write({ modules: new Map(), records: new Map([[name, record]]) })
    },
    findBytes: (name, content) => open(name, content)?.readBytes(),
    storeBytes(name, content, parts) {
      const size = parts.reduce((sum, { length }) => sum + length, 0)
      if (size <= largest.bytes) open(name, content)?.writeBytes(parts)
    },
  }
}
