import { isObject } from '@scenewright/model'
import { loadState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'
import type { Backup } from './backup.ts'

/** Reads the text of a blob; undefined if it does not exist. */
type GetBlob = (hash: string) => Promise<string | undefined>

/** The number of blobs to read at once: enough for few round trips, and few enough for every backend. */
const atOnce = 64

/**
 * Reads a state and every payload that it refers to; null if there is no state. `missing` are payloads that do not
 * exist.
 */
export async function exportState(
  store: StateStore,
): Promise<{ readonly backup: Backup; readonly missing: readonly string[] } | null> {
  const state = await loadState(store)
  if (state === null) return null
  const { blobs, missing } = await namedBlobs(state, hash => store.getBlob(hash))
  return { backup: { state, payloads: blobs }, missing }
}

/**
 * Every blob that a state refers to, in the order of the hashes: deployed payloads, and the older parts of the journal.
 * `missing` are those that do not exist.
 */
async function namedBlobs(
  state: State,
  getBlob: GetBlob,
): Promise<{ readonly blobs: ReadonlyMap<string, string>; readonly missing: readonly string[] }> {
  const blobs = new Map<string, string>()
  const missing: string[] = []
  const wanted = [...new Set(payloadHashes(state))].sort()
  let older = state.journal.previous
  while (wanted.length > 0 || older !== undefined) {
    const hashes = [...wanted.splice(0, atOnce), ...(older === undefined ? [] : [older])]
    const texts = await Promise.all(hashes.map(getBlob))
    for (const [index, hash] of hashes.entries()) {
      const text = texts[index]
      if (text === undefined) missing.push(hash)
      else blobs.set(hash, text)
    }
    const part = older === undefined ? undefined : blobs.get(older)
    const next = part === undefined ? undefined : previousOf(part)
    older = next !== undefined && !blobs.has(next) ? next : undefined
  }
  return { blobs: new Map([...blobs].sort(([a], [b]) => (a < b ? -1 : 1))), missing }
}

function payloadHashes({ scenarios }: State): readonly string[] {
  return Object.values(scenarios).flatMap(({ draft, published, history, intent }) =>
    [draft, published, intent, ...history].flatMap(one => one?.payload_hash ?? []),
  )
}

/** The archived part of the journal before this one. */
function previousOf(part: string): string | undefined {
  const value: unknown = JSON.parse(part)
  return isObject(value) && typeof value.previous === 'string' ? value.previous : undefined
}
