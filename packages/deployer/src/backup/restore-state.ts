import { InternalError, OperationError } from '@scenewright/model'
import { readState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'
import { writeState } from '../state/write-state.ts'
import { intactBlob, readMany, type StateStore, type Stored, type Swap } from '../store/store.ts'
import type { Backup } from './backup.ts'

/** The contents of a backend before a restore. */
export interface PresentState {
  /** The text and its token; null if there is none, `gone` if the backend reports that one is missing. */
  readonly stored: Stored | null | 'gone'
  readonly state: State | null | 'damaged'
}

/** Reads the contents of a backend, even if they are damaged. An unreachable backend is an OperationError. */
export async function presentState(store: StateStore): Promise<PresentState> {
  const stored = await store.read().catch(error => {
    if (store.putBack !== undefined && error instanceof OperationError && error.code === 'state') return 'gone' as const
    throw error
  })
  if (stored === null || stored === 'gone') return { stored, state: null }
  try {
    return { stored, state: readState(stored.text, store.name) }
  } catch (error) {
    if (error instanceof OperationError) return { stored, state: 'damaged' }
    throw error
  }
}

/** Whether a backend has every payload of a backup. */
export async function hasPayloads(store: StateStore, { payloads }: Backup): Promise<boolean> {
  const texts = await readMany([...payloads.keys()], hash => intactBlob(store, hash))
  return !texts.includes(undefined)
}

/** Replaces the stored state with a state and its payloads. An OperationError `state` if another run wrote first. */
export async function restoreState(
  store: StateStore,
  { stored }: PresentState,
  { state, payloads }: Backup,
): Promise<State> {
  const putAll = async () => {
    for (const text of payloads.values()) await store.putBlob(text)
  }
  const isThere = stored !== null && stored !== 'gone'
  if (isThere) await putAll()
  const first = tokenOf(await swap(store, stored, writeState(state)), store)
  if (isThere || payloads.size === 0) return state
  // Payloads without a state mean a lost state, so if there was no state, they are written after it.
  await putAll()
  const again = { ...state, serial: state.serial + 1 }
  tokenOf(await store.compareAndSwap(first, writeState(again)), store)
  return again
}

function swap(store: StateStore, stored: PresentState['stored'], text: string): Promise<Swap> {
  if (stored !== 'gone') return store.compareAndSwap(stored?.token ?? null, text)
  if (store.putBack === undefined)
    throw new InternalError(`a backend without \`putBack\` reports that its state is gone`)
  return store.putBack(text)
}

function tokenOf(swap: Swap, { name }: StateStore): string {
  if (swap.isSwapped) return swap.token
  throw new OperationError('state', `the state ${name} was changed by another run in the meantime`, {
    help: 'wait until it ends, check its changes, and restore again if necessary',
  })
}
