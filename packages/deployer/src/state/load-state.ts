import type { StateStore } from '../store/store.ts'
import { readState } from './read-state.ts'
import type { State } from './state.ts'

/** The state of a store, null where none was ever written. A damaged or newer one is an OperationError `state`. */
export async function loadState(store: StateStore): Promise<State | null> {
  const stored = await store.read()
  return stored && readState(stored.text, store.name)
}
