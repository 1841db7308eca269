import { timingSafeEqual } from 'node:crypto'
import { isKey, type KeptKey } from './api-key.ts'

/** Keys that are remembered at the most. */
const most = 1000

/** Tells whether a key is right, and remembers those that were. */
export interface KnownKeys {
  isKey(key: string, kept: KeptKey): boolean
}

/**
 * The hash of a key is worked out once, and again when another is kept: an account's row is read for every request, so that
 * a new key counts at once. Wrong keys are never remembered.
 */
export function createKnownKeys(): KnownKeys {
  const right = new Map<string, Buffer>()
  return {
    isKey(key, kept) {
      const given = Buffer.from(key)
      const known = right.get(kept.key_hash)
      if (known?.length === given.length && timingSafeEqual(known, given)) return true
      if (!isKey(key, kept)) return false
      if (right.size >= most) right.clear()
      right.set(kept.key_hash, given)
      return true
    },
  }
}
