import { loadState } from '../state/load-state.ts'
import type { StateStore } from '../store/store.ts'
import type { Backup } from './backup.ts'
import { namedBlobs } from './named-blobs.ts'

/** Reads a state and every payload that it names; null where there is no state. `missing` are payloads that are not kept. */
export async function exportState(
  store: StateStore,
): Promise<{ readonly backup: Backup; readonly missing: readonly string[] } | null> {
  const state = await loadState(store)
  if (state === null) return null
  const { blobs, missing } = await namedBlobs(state, hash => store.getBlob(hash))
  return { backup: { state, payloads: blobs }, missing }
}
