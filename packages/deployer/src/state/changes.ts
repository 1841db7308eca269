import { InternalError, OperationError } from '@scenewright/model'
import type { Receipt } from './receipt.ts'
import { settle } from './settle.ts'
import type { Evidence, Intent, JournalEntry, ScenarioState, State } from './state.ts'

/** The number of published versions before the last that a state remembers. */
export const historyLength = 20

/** Who changes a state, and when. */
export interface Stamp {
  readonly run: string
  /** ISO 8601. */
  readonly at: string
}

/** The entry of a key. */
export function entryOf(state: State | null, key: string): ScenarioState | undefined {
  // A key may be the name of a property that every object has.
  return state !== null && Object.hasOwn(state.scenarios, key) ? state.scenarios[key] : undefined
}

/** The entry whose open request has this id. `likely` is the key to check first. */
export function findOpen(
  state: State,
  opId: string,
  likely?: string,
): { key: string; entry: ScenarioState; intent: Intent } | undefined {
  const isOurs = (key: string) => entryOf(state, key)?.intent?.op_id === opId
  const key = likely !== undefined && isOurs(likely) ? likely : Object.keys(state.scenarios).find(isOurs)
  const entry = key === undefined ? undefined : entryOf(state, key)
  return key === undefined || entry?.intent === undefined ? undefined : { key, entry, intent: entry.intent }
}

/** The last event of a request in the journal; undefined if there is none. */
function lastWord(state: State, opId: string): JournalEntry | undefined {
  return state.journal.entries.findLast(entry => entry.op_id === opId)
}

/** The state with another entry for a key, or without one. */
export function withEntry(state: State, key: string, entry: ScenarioState | undefined): State {
  // A spread and a computed name, so that a key named __proto__ stays a key.
  if (entry !== undefined) return { ...state, scenarios: { ...state.scenarios, [key]: entry } }
  const { [key]: _gone, ...others } = state.scenarios
  return { ...state, scenarios: others }
}

export function withJournal(state: State, entry: JournalEntry): State {
  return { ...state, journal: { ...state.journal, entries: [...state.journal.entries, entry] } }
}

/**
 * Records the request that is about to be sent. An earlier open request is settled first; its effects stay unknown.
 * `formerKeys`: those that the source names, which another environment may still have.
 */
export function addIntent(state: State, key: string, intent: Intent, formerKeys: readonly string[] = []): State {
  const before = entryOf(state, key)
  const entry: ScenarioState = before === undefined ? { is_active: false, history: [] } : settle(before)
  const former = new Set([...(entry.former_keys ?? []), ...formerKeys.filter(one => one !== key)])
  return withEntry(state, key, { ...entry, ...(former.size > 0 && { former_keys: [...former] }), intent })
}

/** Returns a scenario without its open request, which had no effect; undefined if the scenario has no record. */
export function withoutIntent({ intent: _intent, ...rest }: ScenarioState): ScenarioState | undefined {
  return rest.remote_id === undefined ? undefined : rest
}

/** Removes an intent that had no effect. */
export function dropIntent(
  state: State,
  opId: string,
  stamp: Stamp,
  entry: Pick<JournalEntry, 'what' | 'status'>,
): State {
  const open = findOpen(state, opId)
  if (open === undefined) return state
  const next = withEntry(state, open.key, withoutIntent(open.entry))
  return withJournal(next, { ...stamp, key: open.key, op_id: opId, ...entry })
}

/** Records that the effect of a request is unknown. */
export function markUnknown(
  state: State,
  opId: string,
  stamp: Stamp,
  found: { readonly phase: 'unknown' | 'created-id-lost'; readonly evidence: Evidence },
): State {
  const open = findOpen(state, opId)
  if (open === undefined || open.intent.phase !== 'prepared') return state
  const next = withEntry(state, open.key, { ...open.entry, intent: { ...open.intent, ...found } })
  const { status } = found.evidence
  return withJournal(next, {
    ...stamp,
    key: open.key,
    op_id: opId,
    what: 'unknown',
    ...(status !== undefined && { status }),
  })
}

/**
 * Updates a state according to a response. Applying the same receipt again changes nothing; one whose request is not in
 * the state is an OperationError `state`.
 */
export function recordReceipt(state: State, receipt: Receipt, stamp: Stamp, what = journalWord(receipt)): State {
  const open = findOpen(state, receipt.op_id, receipt.key)
  if (open === undefined) {
    if (isKnown(state, receipt)) return state
    throw new OperationError(
      'state',
      `the request that created the record ${receipt.remote_id} for "${receipt.key}" is not in the state`,
      { help: 'an older state was restored; restore the newest one' },
    )
  }
  const { key, entry, intent } = open
  const { intent: _done, ...rest } = entry
  const { op_id, remote_id, version_id } = receipt
  return withJournal(withEntry(state, key, carriedOut(rest, intent, receipt, stamp)), {
    ...stamp,
    key,
    what,
    op_id,
    remote_id,
    ...(version_id !== undefined && { version_id }),
  })
}

function carriedOut(entry: ScenarioState, intent: Intent, receipt: Receipt, stamp: Stamp): ScenarioState {
  const { payload_hash, layout_hash, commit } = intent
  const { remote_id, version_id } = receipt
  const stamped = { payload_hash, at: stamp.at, ...(commit !== undefined && { commit }) }
  const draft = { ...stamped, ...(version_id !== undefined && { version_id }) }
  const { layout_hash: _layout, ...rest } = entry
  const sent = { ...rest, ...(layout_hash !== undefined && { layout_hash }), draft }
  const isActive = receipt.is_active
  switch (intent.kind) {
    case 'create': {
      const created = { run: intent.run, at: stamp.at, ...(commit !== undefined && { commit }) }
      return { ...sent, ...replacedBy(entry), remote_id, created, is_active: isActive ?? false }
    }
    case 'update':
      return { ...sent, is_active: isActive ?? entry.is_active }
    case 'publish':
      return published(entry, intent, { ...stamped, is_active: isActive })
    case 'activate':
      return intent.record === undefined
        ? { ...entry, ...switchedBy(entry, commit), is_active: isActive ?? intent.activate ?? entry.is_active }
        : { ...entry, replaced: switched(entry, intent.record, isActive ?? false) }
  }
}

/** The replaced record is remembered: it is deactivated later, and never deleted. */
function replacedBy({ remote_id, is_active, replaced = [] }: ScenarioState): Pick<ScenarioState, 'replaced'> {
  if (remote_id === undefined) return {}
  return { replaced: [...replaced, { remote_id, is_active: is_active !== false }] }
}

/** Another request has switched a scenario; `commit` is that of its sources. */
export function switchedBy(
  { switched = { count: 0 } }: ScenarioState,
  commit?: string,
): Required<Pick<ScenarioState, 'switched'>> {
  return { switched: { ...switched, count: switched.count + 1, ...(commit !== undefined && { commit }) } }
}

/** The replaced records of a scenario after one of them was switched. */
export function switched({ replaced = [] }: ScenarioState, record: string, isActive: boolean) {
  return replaced.map(one => (one.remote_id === record ? { ...one, is_active: isActive } : one))
}

/** Every record of a scenario on the service, its own first. */
export function recordsOf({ remote_id, replaced = [] }: ScenarioState): readonly string[] {
  return [...(remote_id === undefined ? [] : [remote_id]), ...replaced.map(one => one.remote_id)]
}

/** The key of each record, by the record's id in lower case: the service accepts an id in upper and lower case. */
export function recordOwners(state: State | null): ReadonlyMap<string, string> {
  const scenarios = Object.entries(state?.scenarios ?? {})
  return new Map(scenarios.flatMap(([key, entry]) => recordsOf(entry).map(id => [id.toLowerCase(), key] as const)))
}

function published(
  entry: ScenarioState,
  { version_id, activate = false }: Intent,
  { is_active, ...stamped }: { payload_hash: string; at: string; commit?: string; is_active: boolean | undefined },
): ScenarioState {
  if (version_id === undefined) throw new InternalError('a version without an id was published')
  const { draft: _draft, ...rest } = entry
  const before = entry.published === undefined ? [] : [entry.published]
  return {
    ...rest,
    is_active: is_active ?? (activate || entry.is_active),
    published: { ...stamped, version_id, activated: activate },
    history: [...before, ...entry.history].slice(0, historyLength),
  }
}

/** Whether the state already contains the effect of this receipt: its journal says so, or it contains the record. */
function isKnown(state: State, { op_id, remote_id, kind }: Receipt): boolean {
  const word = lastWord(state, op_id)?.what
  if (word === 'resolved-not-created') return false
  if (word !== undefined && word !== 'unknown') return true
  return kind === 'create' && Object.values(state.scenarios).some(entry => recordsOf(entry).includes(remote_id))
}

function journalWord({ kind, is_active }: Receipt): JournalEntry['what'] {
  if (kind === 'create') return 'created'
  if (kind === 'update') return 'updated'
  if (kind === 'publish') return 'published'
  return is_active === false ? 'switched-off' : 'switched-on'
}
