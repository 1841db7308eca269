import type { ScenarioRecord } from '@scenewright/client'
import { type ImportDocument, OperationError } from '@scenewright/model'
import { canonicalJson, payloadHash, toPayload } from '@scenewright/model/canonical-json'
import type { TargetEnvironment } from '../environment.ts'
import { requireState } from '../goals/deployed.ts'
import { type ReadOptions, readRecords } from '../records/read-records.ts'
import { runningDocument, runningVersion } from '../records/running-document.ts'
import { entryOf, recordOwners, type Stamp, withEntry, withJournal } from '../state/changes.ts'
import type { ScenarioState, State } from '../state/state.ts'
import { StateWriter } from '../store/state-writer.ts'
import type { StateStore } from '../store/store.ts'

/** A record of the service, and the key that it should get. */
export interface Adoption {
  readonly key: string
  readonly id: string
}

/** Reads the records to adopt, in order. Unknown ids are one OperationError `usage`. */
export async function readAdopted(
  adoptions: readonly Adoption[],
  options: ReadOptions,
): Promise<readonly ScenarioRecord[]> {
  const records = await readRecords(
    adoptions.map(({ id }) => id),
    options,
  )
  const unknown = adoptions.filter((_, index) => records[index] === undefined)
  if (unknown.length > 0) throw unknownIds(unknown)
  return records.flatMap(record => record ?? [])
}

function unknownIds(adoptions: readonly Adoption[]): OperationError {
  const named = adoptions.map(({ key, id }) => `${id} ("${key}")`).join(', ')
  return new OperationError('usage', `the bot has no scenario ${named}`, {
    help: 'check the unique_id of the scenario in the service, and the bot in the config; nothing was adopted',
  })
}

/** A record that was read, and the compiled source of its key. */
export interface ReadAdoption extends Adoption {
  /** Absent if it could not be read. */
  readonly record?: ScenarioRecord
  readonly document: ImportDocument
  /** The keys that its source says it had before. */
  readonly formerKeys?: readonly string[]
}

/** Where adoptions are recorded. */
export interface AdoptOptions {
  readonly store: StateStore
  readonly environment: TargetEnvironment
  readonly run: { readonly id: string; readonly who?: string }
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/**
 * Rejects, with an OperationError `state`, a key that has another record, and a record that another key has. A key or
 * id that is named twice is an OperationError `usage`.
 */
export function checkAdoptions(state: State, adoptions: readonly Adoption[]): void {
  refuseDuplicates(adoptions.map(({ key }) => key))
  refuseDuplicates(adoptions.map(({ id }) => id.toLowerCase()))
  const owners = recordOwners(state)
  for (const { key, id } of adoptions) {
    const own = entryOf(state, key)
    const record = id.toLowerCase()
    if (own !== undefined && own.remote_id?.toLowerCase() !== record) throw keyTaken(key, own)
    const owner = owners.get(record)
    if (owner !== undefined && owner !== key) throw recordTaken(id, owner, key)
  }
}

/**
 * Writes into the state which record each key has, and which version runs. A scenario that is already adopted is
 * unchanged.
 */
export async function adopt(adoptions: readonly ReadAdoption[], options: AdoptOptions): Promise<State> {
  const { store, environment, run, now, pause } = options
  const stamp = { run: run.id, at: new Date(now()).toISOString() }
  const writer = new StateWriter(store, () => requireState(null, environment), pause)
  requireState(await writer.read(), environment)
  const running = adoptions.map(one => ({ ...one, running: documentThatRuns(one) }))
  for (const one of running) await store.putBlob(canonicalJson(toPayload(one.running)))
  return writer.change(state => {
    // Our change is already there: the reply to the write was lost.
    if (state.journal.entries.some(entry => entry.run === run.id && entry.what === 'adopted')) return state
    checkAdoptions(state, adoptions)
    const fresh = running.filter(({ key }) => entryOf(state, key) === undefined)
    return fresh.reduce((present, one) => {
      const next = withEntry(present, one.key, adoptedEntry(one, one.running, stamp))
      return withJournal(next, { ...stamp, key: one.key, what: 'adopted', remote_id: one.id })
    }, state)
  })
}

/** The running document, as far as it was read. */
export function documentThatRuns({ record, document }: ReadAdoption): ImportDocument {
  return record === undefined ? document : runningDocument(record, document)
}

/** The state entry for a record that this state did not create. */
export function adoptedEntry(
  { id, record, formerKeys }: ReadAdoption,
  running: ImportDocument,
  stamp: Stamp,
): ScenarioState {
  const former = formerKeys && { former_keys: formerKeys }
  const shared = { remote_id: id, created: stamp, history: [], ...former }
  const { at } = stamp
  const payload = { payload_hash: payloadHash(running), at }
  // A record that was not read is sent again, because its version is unknown.
  if (record === undefined) return { ...shared, is_active: null, draft: payload }
  const { version, isPublished } = runningVersion(record)
  const isActive = record.is_active ?? null
  if (version === undefined) return { ...shared, is_active: isActive, draft: payload }
  const known = { ...payload, version_id: version.unique_id }
  return isPublished
    ? { ...shared, is_active: isActive, published: { ...known, activated: isActive === true } }
    : { ...shared, is_active: isActive, draft: known }
}

function keyTaken(key: string, { remote_id }: ScenarioState): OperationError {
  const what = remote_id === undefined ? 'has an open request' : `is the record ${remote_id}`
  return new OperationError('state', `"${key}" ${what} already`, {
    help: '`scenewright status` shows the state; a key never gets a second record',
  })
}

function recordTaken(id: string, owner: string, key: string): OperationError {
  return new OperationError('state', `the record ${id} already belongs to "${owner}", so "${key}" cannot have it`, {
    help: `if the scenario was renamed, add \`renamed_from: ${owner}\` to its source, and run \`scenewright apply\` instead`,
  })
}

function refuseDuplicates(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return
  throw new OperationError('usage', `"${twice}" is in the list twice`, { help: 'name each key and each id once' })
}
