import type { ScenarioRecord, VersionRecord } from '@scenewright/client'
import type { ImportDocument } from '@scenewright/model'
import { payloadHash } from '@scenewright/model/canonical-json'
import { compareSent } from '../apply/find-version.ts'
import type { Want } from '../goals/goal.ts'
import { readJournal } from '../state/read-journal.ts'
import { settle } from '../state/settle.ts'
import type { ScenarioState, State } from '../state/state.ts'
import { intactBlob, type StateStore } from '../store/store.ts'
import { differingFields, numberOf, runningDocument, runningVersion } from './running-document.ts'

/**
 * How a record differs from what was deployed. `version`: another version is published; `draft`: there is an
 * unpublished draft; `fields`: the title, a threshold or another field differs; `gone`: the record does not exist.
 */
type HandEditKind = 'switched-on' | 'switched-off' | 'version' | 'draft' | 'fields' | 'gone'

/** A manual change made in the service's own editor. */
export interface HandEdit {
  readonly kinds: readonly HandEditKind[]
  /** The document on the service, preferably a draft; absent if the record is gone or cannot be compared. */
  readonly document?: ImportDocument
}

const texts: { readonly [kind in HandEditKind]: string } = {
  'switched-on': 'switched on',
  'switched-off': 'switched off',
  version: 'another version is published',
  draft: 'there is an unpublished draft',
  fields: 'its settings were changed',
  gone: 'the service no longer has its record',
}

/** "switched off, there is an unpublished draft". */
export function handEditText({ kinds }: HandEdit): string {
  return kinds.map(kind => texts[kind]).join(', ')
}

/** The document about to be deployed. A manual change that equals it is not reported as a difference. */
interface WantedRecord {
  readonly document?: ImportDocument
  readonly isActive?: boolean
}

export function toWantedRecord(document: ImportDocument | undefined, want: Want | null): WantedRecord {
  return {
    ...(document !== undefined && { document }),
    ...(want?.isActive !== undefined && { isActive: want.isActive }),
  }
}

/** The input for comparing a record. */
export interface Comparison {
  readonly state: State
  readonly store: Pick<StateStore, 'getBlob' | 'name'>
  readonly entry: ScenarioState
  readonly wanted?: WantedRecord
}

/**
 * How a record differs from the state; undefined if it does not. Only certain facts count: after a lost response, the
 * service may have either value. Fields that the service does not show are assumed to be as deployed.
 */
export async function findHandEdit(
  record: ScenarioRecord | undefined,
  comparison: Comparison,
): Promise<HandEdit | undefined> {
  if (record === undefined) return { kinds: ['gone'] }
  const { state, store, entry } = comparison
  const payloads = await readPayloads(entry, store)
  const noted = new Set(state.journal.entries.map(one => one.version_id))
  const found = compare(record, { ...comparison, payloads, ourVersions: noted })
  if (found?.kinds.includes('draft') !== true || state.journal.previous === undefined) return found
  const all = new Set<string | undefined>()
  for await (const { version_id } of readJournal(state, store)) all.add(version_id)
  return compare(record, { ...comparison, payloads, ourVersions: all })
}

/** The documents sent for the versions in the state, except those that are no longer stored. */
type Payloads = { readonly [of in 'published' | 'draft' | 'intent']?: ImportDocument }

async function readPayloads(entry: ScenarioState, store: Pick<StateStore, 'getBlob'>): Promise<Payloads> {
  const read = async (of: keyof Payloads) => {
    const hash = entry[of]?.payload_hash
    const text = hash === undefined ? undefined : await intactBlob(store, hash)
    return text === undefined ? {} : { [of]: JSON.parse(text) as ImportDocument }
  }
  return Object.assign({}, ...(await Promise.all([read('published'), read('draft'), read('intent')])))
}

interface Known extends Comparison {
  readonly payloads: Payloads
  /** The ids of the versions that our own runs created, as far as they were read. */
  readonly ourVersions: ReadonlySet<string | undefined>
}

function compare(record: ScenarioRecord, known: Known): HandEdit | undefined {
  const { entry, payloads, wanted } = known
  const draft = waitingDraft(record, known)
  const shown = draft === undefined ? record : { ...record, versions: [draft] }
  const isSwitched = wanted?.isActive === undefined || wanted.isActive !== record.is_active
  const isWanted = wanted?.document !== undefined && isSameDocument(shown, wanted.document)
  const kinds: readonly HandEditKind[] = [
    ...(isSwitched ? findSwitch(record, entry) : []),
    ...(!isWanted && isOtherVersion(record, known) ? ['version' as const] : []),
    ...(!isWanted && draft !== undefined ? ['draft' as const] : []),
    ...(!isWanted && isCertain(entry) && hasChangedFields(record, payloads) ? ['fields' as const] : []),
  ]
  if (kinds.length === 0) return undefined
  const reference = payloads.published ?? payloads.draft
  return { kinds, ...(reference !== undefined && { document: runningDocument(shown, reference) }) }
}

function isSameDocument(record: ScenarioRecord, wanted: ImportDocument): boolean {
  return payloadHash(runningDocument(record, wanted)) === payloadHash(wanted)
}

/** Whether no response is missing, so that the state describes the service exactly. */
function isCertain({ intent, draft }: ScenarioState): boolean {
  return intent === undefined && (draft === undefined || draft.version_id !== undefined)
}

function findSwitch({ is_active: isActive }: ScenarioRecord, entry: ScenarioState): readonly HandEditKind[] {
  const known = settle(entry).is_active
  if (known === null || isActive === undefined || known === isActive) return []
  return [isActive ? 'switched-on' : 'switched-off']
}

function isOtherVersion(record: ScenarioRecord, { entry, payloads }: Known): boolean {
  const { version, isPublished } = runningVersion(record)
  if (version === undefined || !isPublished) return false
  const { published, draft, intent } = entry
  if (published === undefined && !isCertain(entry)) return false
  if ([published, draft, intent].some(one => one?.version_id === version.unique_id)) return false
  return !isSent(version, Object.values(payloads))
}

/** A draft that is newer than the running version, and that no run of ours created in this form. */
function waitingDraft(record: ScenarioRecord, { entry, payloads, ourVersions }: Known) {
  if (!isCertain(entry)) return undefined
  const running = runningVersion(record)
  const published = running.isPublished ? running.version : undefined
  return record.versions
    .filter(({ status }) => status === 'DRAFT')
    .filter(draft => published === undefined || numberOf(draft) >= numberOf(published))
    .filter(draft => published === undefined || compareSent(draft.definition, published.definition) === 'different')
    .filter(draft => !isSent(draft, Object.values(payloads)))
    .find(({ unique_id }) => {
      if (unique_id === entry.draft?.version_id) return payloads.draft !== undefined
      return !ourVersions.has(unique_id)
    })
}

function isSent({ definition }: VersionRecord, payloads: readonly ImportDocument[]): boolean {
  return payloads.some(({ scenario }) => compareSent(definition, scenario.definition) !== 'different')
}

/** An update sets the fields immediately, so they are those of the draft or of the published version. */
function hasChangedFields(record: ScenarioRecord, { published, draft }: Payloads): boolean {
  const [first = [], ...others] = [published, draft]
    .flatMap(one => one ?? [])
    .map(document => differingFields(record, document))
  return first.some(field => others.every(fields => fields.includes(field)))
}
