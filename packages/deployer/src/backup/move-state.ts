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

/** Where a state goes, and who moves it. */
export interface MoveOptions {
  readonly from: StateStore
  readonly to: StateStore
  readonly environment: TargetEnvironment
  readonly run: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Copies a state and all that it names to another home, and reads it back. Resolves with the state there. The home that
 * it leaves is untouched until `leaveBehind`. A home that holds another state, or a copy that is not whole, is an
 * OperationError `state`.
 */
export async function copyState({ from, to, environment }: Omit<MoveOptions, 'run' | 'now'>): Promise<State> {
  const exported = await exportState(from)
  const state = requireState(exported?.backup.state ?? null, environment)
  if (exported === null || exported.missing.length > 0) throw notWhole(from, exported?.missing.length ?? 0)
  const present = await presentState(to)
  if (present.state === 'damaged' || (present.state !== null && present.state.lineage !== state.lineage)) {
    throw new OperationError('state', `${to.name} holds another state already`, {
      help: 'name a home that is empty; nothing was moved',
    })
  }
  const { lease: _lease, moved: _moved, ...rest } = state
  const serial = Math.max(state.serial, present.state?.serial ?? 0) + 1
  await restoreState(to, present, { ...exported.backup, state: { ...rest, serial } })
  const copied = await exportState(to)
  const missing = copied?.missing.length ?? 0
  if (copied === null || missing > 0 || !isDeepStrictEqual(copied.backup.state.scenarios, state.scenarios)) {
    throw notWhole(to, missing)
  }
  return copied.backup.state
}

/**
 * Marks a state as moved in its old home, so that deploys there are refused and name the new home. If another run has
 * written since the copy, this is an OperationError `state`, and the old home is unchanged.
 */
export async function leaveBehind({ from, to, environment, run, now }: MoveOptions, copied: State): Promise<void> {
  const stored = await from.read()
  const state = requireState(stored && readState(stored.text, from.name), environment)
  if (!isDeepStrictEqual(state.journal, copied.journal)) throw overtaken(from)
  const moved = { to: to.name, run, at: new Date(now()).toISOString() }
  const text = writeState({ ...state, serial: state.serial + 1, moved })
  const swap = await from.compareAndSwap(stored?.token ?? null, text)
  if (!swap.isSwapped) throw overtaken(from)
}

function overtaken({ name }: StateStore): OperationError {
  return new OperationError('state', `${name} was written by another run while it was copied`, {
    help: 'let that run end, and move the state again',
  })
}

function notWhole({ name }: StateStore, missing: number): OperationError {
  return new OperationError(
    'state',
    `the copy is not whole: ${missing} of the texts that the state names are not in ${name}`,
    {
      help: 'the config and the present home are as they were; `scenewright state export` tells more',
    },
  )
}
