import { type ImportDocument, OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { TargetEnvironment } from '../environment.ts'
import { checkTarget } from '../plan/check-target.ts'
import { findHolders } from '../plan/renames.ts'
import { entryOf } from '../state/changes.ts'
import { loadState } from '../state/read-state.ts'
import type { Published, ScenarioState, State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'

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

/** Returns the state entry of a key. An unknown key, or one from before a rename, is an OperationError `usage`. */
export function requireEntry(state: State, key: string): ScenarioState {
  const entry = entryOf(state, key)
  if (entry !== undefined) return entry
  const [renamed] = findHolders(key, new Map(Object.entries(state.scenarios)))
  if (renamed !== undefined) {
    throw new OperationError('usage', `"${key}" was renamed to "${renamed}" in "${state.environment.name}"`, {
      help: `use the key "${renamed}"`,
    })
  }
  const near = nearest(key, Object.keys(state.scenarios))
  throw new OperationError('usage', `"${key}" was never deployed to "${state.environment.name}"`, {
    help: near === undefined ? '`scenewright status` lists the deployed scenarios' : `did you mean "${near}"?`,
  })
}

/** The number of payloads to read at once: enough for few round trips, and few enough for every backend. */
const atOnce = 64

/**
 * Returns the documents sent for the versions of several keys, by key. Throws the same errors as `deployedDocument`.
 */
export async function deployedDocuments(
  store: StateStore,
  wanted: readonly { readonly key: string; readonly version: Pick<Published, 'payload_hash'> }[],
): Promise<ReadonlyMap<string, ImportDocument>> {
  const documents = new Map<string, ImportDocument>()
  for (let from = 0; from < wanted.length; from += atOnce) {
    const some = wanted.slice(from, from + atOnce)
    const read = await Promise.all(some.map(({ key, version }) => deployedDocument(store, key, version)))
    for (const [index, { key }] of some.entries()) {
      const document = read[index]
      if (document !== undefined) documents.set(key, document)
    }
  }
  return documents
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
