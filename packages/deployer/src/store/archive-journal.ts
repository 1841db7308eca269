import type { State } from '../state/state.ts'
import type { StateStore } from './store.ts'

/** How many entries a state holds itself, and how many stay when the others are put away. */
const most = 500
const kept = 250

/**
 * Puts the oldest entries of a long journal into a blob, which names the blob before: nothing of the journal is lost,
 * and the state stays small.
 */
export async function archiveJournal(state: State, store: Pick<StateStore, 'putBlob'>): Promise<State> {
  const { entries, previous } = state.journal
  if (entries.length <= most) return state
  const old = entries.slice(0, -kept)
  const hash = await store.putBlob(`${JSON.stringify({ ...(previous !== undefined && { previous }), entries: old })}\n`)
  return { ...state, journal: { previous: hash, entries: entries.slice(-kept) } }
}
