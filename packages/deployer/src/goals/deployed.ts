import { type ImportDocument, OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { TargetEnvironment } from '../environment.ts'
import { checkTarget } from '../plan/check-target.ts'
import { findHolders } from '../plan/renames.ts'
import { loadState } from '../state/read-state.ts'
import type { Published, ScenarioState, State } from '../state/state.ts'
import { readMany, type StateStore } from '../store/store.ts'

/** The state of an environment. A missing state, or the state of another environment, is an OperationError. */
export async function loadDeployed(store: StateStore, environment: TargetEnvironment): Promise<State> {
  return requireState(await loadState(store), environment)
}

/** The same for a state that has already been read. */
export function requireState(state: State | null, environment: TargetEnvironment): State {
  checkTarget(state, environment)
  if (state !== null) return state
  throw nothingDeployed(environment.name)
}

/** The error that nothing was deployed to an environment. */
export function nothingDeployed(name: string): OperationError {
  return new OperationError('usage', `nothing was deployed to "${name}" yet`, {
    help: 'run `scenewright apply` first',
  })
}

/**
 * Returns the state entries of keys, by their present keys: a key from before a rename means the renamed scenario. An
 * unknown key, or a former key of several scenarios, is an OperationError `usage`.
 */
export function requireEntries(state: State, keys: readonly string[]): ReadonlyMap<string, ScenarioState> {
  const entries = new Map(Object.entries(state.scenarios))
  return new Map(
    keys.map(key => {
      const holders = findHolders(key, entries)
      const [present = key] = holders
      const entry = entries.get(present)
      if (entry === undefined) throw neverDeployed(key, state)
      if (holders.length > 1) throw ambiguousKey(key, holders)
      return [present, entry]
    }),
  )
}

function ambiguousKey(key: string, holders: readonly string[]): OperationError {
  return new OperationError('usage', `"${key}" is a former key of several scenarios`, {
    help: `use a present key: ${holders.map(one => `"${one}"`).join(', ')}`,
  })
}

function neverDeployed(key: string, state: State): OperationError {
  const near = nearest(key, Object.keys(state.scenarios))
  return new OperationError('usage', `"${key}" was never deployed to "${state.environment.name}"`, {
    help: near === undefined ? '`scenewright status` lists the deployed scenarios' : `did you mean "${near}"?`,
  })
}

/**
 * Returns the documents sent for the versions of several keys, by key. Throws the same errors as `deployedDocument`.
 */
export async function deployedDocuments(
  store: StateStore,
  wanted: readonly { readonly key: string; readonly version: Pick<Published, 'payload_hash'> }[],
): Promise<ReadonlyMap<string, ImportDocument>> {
  return new Map(
    await readMany(wanted, async ({ key, version }) => [key, await deployedDocument(store, key, version)] as const),
  )
}

/**
 * Returns the document sent for a version, without its layout. If it is no longer stored, that is an OperationError
 * `state`.
 */
export async function deployedDocument(
  store: StateStore,
  key: string,
  { payload_hash }: Pick<Published, 'payload_hash'>,
): Promise<ImportDocument> {
  const text = await store.getBlob(payload_hash)
  // A text is stored under its own hash, so it is the document that was sent.
  if (text !== undefined) return JSON.parse(text) as ImportDocument
  throw new OperationError(
    'state',
    `the deployed version of "${key}" (${payload_hash.slice(0, 12)}) is no longer stored`,
    {
      help: 'restore the payloads of the state, or deploy the scenario from its source in git',
    },
  )
}
