import { isObject } from '@scenewright/model'
import { loadState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'
import { intactBlob, readMany, type StateStore } from '../store/store.ts'
import type { Backup } from './backup.ts'

/** Reads the text of a blob; undefined if it does not exist. */
type GetBlob = (hash: string) => Promise<string | undefined>

/**
 * Reads a state and every payload that it refers to; null if there is no state. `missing` are payloads that do not
 * exist or are damaged.
 */
export async function exportState(
  store: StateStore,
): Promise<{ readonly backup: Backup; readonly missing: readonly string[] } | null> {
  const state = await loadState(store)
  if (state === null) return null
  const { blobs, missing } = await namedBlobs(state, hash => intactBlob(store, hash))
  return { backup: { state, payloads: blobs }, missing }
}

/**
 * Every blob that a state refers to, in the order of the hashes: deployed payloads, and the older parts of the journal.
 * `missing` are those without a text.
 */
async function namedBlobs(
  state: State,
  getBlob: GetBlob,
): Promise<{ readonly blobs: ReadonlyMap<string, string>; readonly missing: readonly string[] }> {
  const hashes = [...new Set(payloadHashes(state))]
  const [texts, parts] = await Promise.all([readMany(hashes, getBlob), journalParts(state, getBlob)])
  const all = new Map([...hashes.map((hash, index) => [hash, texts[index]] as const), ...parts])
  const blobs = new Map<string, string>()
  const missing: string[] = []
  for (const [hash, text] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (text === undefined) missing.push(hash)
    else blobs.set(hash, text)
  }
  return { blobs, missing }
}

/** The older parts of the journal, by their hashes; the last one has no text if it does not exist. */
async function journalParts({ journal }: State, getBlob: GetBlob): Promise<ReadonlyMap<string, string | undefined>> {
  const parts = new Map<string, string | undefined>()
  let older = journal.previous
  while (older !== undefined && !parts.has(older)) {
    const part = await getBlob(older)
    parts.set(older, part)
    older = part === undefined ? undefined : previousOf(part)
  }
  return parts
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
