import { isDeepStrictEqual } from 'node:util'
import { OperationError } from '@scenewright/model'
import type { TargetEnvironment } from '../environment.ts'
import { requireState } from '../goals/deployed.ts'
import { readState } from '../state/read-state.ts'
import type { State } from '../state/state.ts'
import { writeState } from '../state/write-state.ts'
import type { StateStore } from '../store/store.ts'
import { exportState } from './export-state.ts'
import { presentState, restoreState } from './restore-state.ts'

/** Where to move a state, and who moves it. */
export interface MoveOptions {
  readonly from: StateStore
  readonly to: StateStore
  readonly environment: TargetEnvironment
  readonly run: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The state in the new backend, and the hashes of the texts that the old one no longer had. */
export interface MovedState {
  readonly state: State
  readonly missing: readonly string[]
}

/**
 * Moves a state and all texts that it refers to into another backend. At no time can both be used for deploys: the copy
 * is marked as not in use until the old backend names the new one. Calling this again finishes an interrupted move.
 * A target with another state, an incomplete copy, and a run that writes meanwhile are an OperationError `state`; then
 * the state stays where it is.
 */
export async function moveState(options: MoveOptions): Promise<MovedState> {
  const { from, to, environment } = options
  const [left, present] = [await storedIn(from), await storedIn(to)]
  const isLeft = left?.state.moved?.to === to.name
  if (isLeft && present !== null && present.state.moved === undefined) return { state: present.state, missing: [] }
  if (!isLeft) requireState(left?.state ?? null, environment)
  const { original, copy, missing } = await copyState(options)
  if (!isLeft) await leaveBehind(options, original)
  return { state: await useCopy(options, copy), missing }
}

/**
 * Writes the text of a state that was not moved again, before a move copies it: a backend that refuses could not be marked
 * as moved, and rejects this with its advice.
 */
export async function requireWritable(from: StateStore): Promise<void> {
  const stored = await from.read()
  if (stored === null || readState(stored.text, from.name).moved !== undefined) return
  const swap = await from.compareAndSwap(stored.token, stored.text)
  if (!swap.isSwapped) throw overtaken(from)
}

interface StoredState {
  readonly state: State
  readonly token: string
}

/** Copies a state, marked as not in use, and reads the copy back. */
async function copyState({ from, to, run, now }: MoveOptions) {
  const exported = await exportState(from)
  if (exported === null) throw overtaken(from)
  const { missing } = exported
  const { state } = exported.backup
  const present = await presentState(to)
  const before = present.state
  // It may be overwritten if it is the same state that was moved away, or the copy of an interrupted move.
  if (before === 'damaged' || (before !== null && (before.lineage !== state.lineage || before.moved === undefined))) {
    throw new OperationError('state', `${to.name} already contains a state`, {
      help: 'name an empty backend, or one that the state was moved from; nothing was moved',
    })
  }
  const { lease: _lease, ...rest } = state
  const serial = Math.max(state.serial, before?.serial ?? 0) + 1
  const moved = { to: from.name, run, at: new Date(now()).toISOString() }
  await restoreState(to, present, { ...exported.backup, state: { ...rest, serial, moved } })
  const copied = await exportState(to)
  const copy = await storedIn(to)
  const lost = copied?.missing.filter(hash => !missing.includes(hash)) ?? []
  const isOurs = copy?.state.moved?.run === run && isDeepStrictEqual(copy.state.scenarios, state.scenarios)
  if (copy === null || lost.length > 0 || !isOurs) throw notWhole(to, lost.length)
  return { original: state, copy, missing }
}

/** Marks the original as moved, so that deploys with it are rejected and name the new backend. */
async function leaveBehind({ from, to, run, now }: MoveOptions, original: State): Promise<void> {
  const stored = await storedIn(from)
  // Every write matters, even one that only opens a request: a copy without it would send that request again.
  if (stored === null || stored.state.serial !== original.serial) throw overtaken(from)
  const { state, token } = stored
  const moved = { to: to.name, run, at: new Date(now()).toISOString() }
  const swap = await from.compareAndSwap(token, writeState({ ...state, serial: state.serial + 1, moved }))
  if (!swap.isSwapped) throw overtaken(from)
}

/** Removes the mark from the copy that was made, and from no other. */
async function useCopy(
  { to }: MoveOptions,
  { state: { moved: _moved, ...state }, token }: StoredState,
): Promise<State> {
  const next = { ...state, serial: state.serial + 1 }
  const swap = await to.compareAndSwap(token, writeState(next))
  if (!swap.isSwapped) throw overtaken(to)
  return next
}

async function storedIn(store: StateStore): Promise<StoredState | null> {
  const stored = await store.read()
  return stored && { state: readState(stored.text, store.name), token: stored.token }
}

function overtaken({ name }: StateStore): OperationError {
  return new OperationError('state', `${name} was changed by another run while the state was moved`, {
    help: 'wait until that run ends, and move the state again',
  })
}

function notWhole({ name }: StateStore, missing: number): OperationError {
  return new OperationError(
    'state',
    `the copy is incomplete: ${missing} of the texts that the state refers to are missing in ${name}`,
    {
      help: 'the config and the present backend are unchanged; move the state again, or choose another backend',
    },
  )
}
