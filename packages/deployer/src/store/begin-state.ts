import { InternalError, OperationError, type StateHome } from '@scenewright/model'
import type { TargetEnvironment } from '../environment.ts'
import { checkTarget } from '../plan/check-target.ts'
import { readState } from '../state/read-state.ts'
import { type State, stateFormat } from '../state/state.ts'
import { writeState } from '../state/write-state.ts'
import { openState, type StateSetting, worldOf } from './open-state.ts'
import type { StateStore, Stored } from './store.ts'

/** What a state begins with. */
export interface Beginning {
  readonly home: StateHome | undefined
  readonly setting: StateSetting
  readonly environment: TargetEnvironment
  /** Of a new state. */
  readonly lineage: string
  /** The version of Scenewright. */
  readonly tool: string
}

/** A state that is there. */
export interface BegunState {
  /** The one of the config, or the ref that the remote takes. */
  readonly home: StateHome | undefined
  /** Where it is, for messages. */
  readonly name: string
  readonly state: State
  readonly isNew: boolean
}

/**
 * Tries the home of a state, and begins an empty one where there is none. What is there stays as it is. An
 * OperationError where the home is not safe or takes nothing, or holds the state of something else.
 */
export async function beginState({ home, setting, environment, lineage, tool }: Beginning): Promise<BegunState> {
  await probeState(home, setting)
  const homes = await candidateHomes(home, setting)
  const places = await Promise.all(homes.map(async one => ({ home: one, store: await openState(one, setting) })))
  for (const place of places) {
    const stored = await place.store.read()
    if (stored !== null) return found(place, stored, environment)
  }
  checkTarget(null, environment)
  const { name, url, bot } = environment
  const state: State = {
    format: stateFormat,
    lineage,
    serial: 1,
    tool,
    environment: { name, url, bot },
    scenarios: {},
    journal: { entries: [] },
  }
  return writeFirst(places, state, environment)
}

interface Place {
  readonly home: StateHome | undefined
  readonly store: StateStore
}

/** In the first home that takes it. What the first one says counts where none does. */
async function writeFirst(places: readonly Place[], state: State, environment: TargetEnvironment): Promise<BegunState> {
  const refusals: unknown[] = []
  for (const place of places) {
    try {
      const swap = await place.store.compareAndSwap(null, writeState(state))
      if (swap.isSwapped) return { home: place.home, name: place.store.name, state, isNew: true }
      const stored = await place.store.read()
      if (stored !== null) return found(place, stored, environment)
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'state') throw error
      refusals.push(error)
    }
  }
  throw refusals[0] ?? new OperationError('state', 'the state was written and taken away by others meanwhile')
}

function found({ home, store: { name } }: Place, stored: Stored, environment: TargetEnvironment): BegunState {
  const state = readState(stored.text, name)
  checkTarget(state, environment)
  return { home, name, state, isNew: false }
}

/**
 * Tries whether a home keeps what a state needs: that of two writers one is refused. One that does not is an
 * OperationError `state`. A file and git keep it by themselves.
 */
async function probeState(home: StateHome | undefined, setting: StateSetting): Promise<void> {
  switch (home?.type) {
    case undefined:
    case 'file':
    case 'git':
      return
    case 'http':
      return (await import('./http/probe-lock.ts')).probeLock(home, worldOf(setting))
    case 's3':
      return (await import('./s3/probe-conditions.ts')).probeConditions(home, worldOf(setting))
    default:
      throw new InternalError(`a state in ${JSON.stringify(home satisfies never)}`)
  }
}

/** The homes that a state may get, the one that the config names first: where it leaves the ref open, a branch too. */
async function candidateHomes(
  home: StateHome | undefined,
  { environment, root }: Pick<StateSetting, 'environment' | 'root'>,
): Promise<readonly (StateHome | undefined)[]> {
  if (home?.type !== 'git' || home.ref !== undefined) return [home]
  const { stateBranch } = await import('./git/state-ref.ts')
  return [home, { ...home, ref: stateBranch(environment, root) }]
}
