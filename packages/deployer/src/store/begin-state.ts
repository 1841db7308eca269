import { InternalError, OperationError } from '@scenewright/model'
import type { StateBackend } from '@scenewright/model/config'
import type { TargetEnvironment } from '../environment.ts'
import { checkTarget } from '../plan/check-target.ts'
import { readState } from '../state/read-state.ts'
import { newState, type State } from '../state/state.ts'
import { writeState } from '../state/write-state.ts'
import { openState, remoteOptions, type StateSetting } from './open-state.ts'
import type { StateStore, Stored } from './store.ts'

/** The input for creating a state. */
export interface Beginning {
  readonly backend: StateBackend | undefined
  readonly setting: StateSetting
  readonly environment: TargetEnvironment
  /** Of the new state. */
  readonly lineage: string
  /** The version of Scenewright. */
  readonly tool: string
}

/** An existing state. */
export interface BegunState {
  /** The backend from the config, or with the ref that the remote accepts. */
  readonly backend: StateBackend | undefined
  /** Where it is, for messages. */
  readonly name: string
  readonly state: State
  readonly isNew: boolean
}

/**
 * Checks the state backend, and creates an empty state if there is none. An existing state is written again, unchanged.
 * An OperationError if the backend is not safe or cannot be written, or contains the state of something else.
 */
export async function beginState({ backend, setting, environment, lineage, tool }: Beginning): Promise<BegunState> {
  await probeState(backend, setting)
  const backends = await candidateBackends(backend, setting)
  const places = await Promise.all(backends.map(async one => ({ backend: one, store: await openState(one, setting) })))
  for (const place of places) {
    const stored = await place.store.read()
    if (stored === null) continue
    const begun = found(place, stored, environment)
    // Only a write shows whether the backend accepts one: the hooks of a remote do not run for a trial.
    await place.store.compareAndSwap(stored.token, stored.text)
    return begun
  }
  checkTarget(null, environment)
  return writeFirst(places, newState(environment, { lineage, serial: 1, tool }), environment)
}

interface Place {
  readonly backend: StateBackend | undefined
  readonly store: StateStore
}

/** In the first backend that accepts it. If none does, the error of the first is reported. */
async function writeFirst(places: readonly Place[], state: State, environment: TargetEnvironment): Promise<BegunState> {
  const refusals: unknown[] = []
  for (const place of places) {
    try {
      const swap = await place.store.compareAndSwap(null, writeState(state))
      if (swap.isSwapped) return { backend: place.backend, name: place.store.name, state, isNew: true }
      const stored = await place.store.read()
      if (stored !== null) return found(place, stored, environment)
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'state') throw error
      refusals.push(error)
    }
  }
  throw refusals[0] ?? new OperationError('state', 'other processes created and deleted the state in the meantime')
}

function found({ backend, store: { name } }: Place, stored: Stored, environment: TargetEnvironment): BegunState {
  const state = readState(stored.text, name)
  checkTarget(state, environment)
  return { backend, name, state, isNew: false }
}

/**
 * Tests whether a backend has the required guarantee: that of two writers, one is rejected. One without it is an
 * OperationError `state`. A file and git always have it.
 */
export async function probeState(backend: StateBackend | undefined, setting: StateSetting): Promise<void> {
  switch (backend?.type) {
    case undefined:
    case 'file':
    case 'git':
      return
    case 'http':
      return (await import('./http/probe-lock.ts')).probeLock(backend, remoteOptions(setting))
    case 's3':
      return (await import('./s3/probe-conditions.ts')).probeConditions(backend, remoteOptions(setting))
    default:
      throw new InternalError(`a state in ${JSON.stringify(backend satisfies never)}`)
  }
}

/** The candidate backends, the configured one first. If the config does not choose the ref, a branch is the second. */
async function candidateBackends(
  backend: StateBackend | undefined,
  { environment, root }: Pick<StateSetting, 'environment' | 'root'>,
): Promise<readonly (StateBackend | undefined)[]> {
  if (backend?.type !== 'git' || backend.ref !== undefined) return [backend]
  const { stateBranch } = await import('./git/state-ref.ts')
  return [backend, { ...backend, ref: stateBranch(environment, root) }]
}
