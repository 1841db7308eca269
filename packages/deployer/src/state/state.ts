/** The only state format that this version writes and reads. */
export const stateFormat = 1

/** The state of an environment: what was deployed, and what is about to be sent. Times are ISO 8601 in UTC. */
export interface State {
  readonly format: typeof stateFormat
  /** The permanent identity of this state; a config may pin it. */
  readonly lineage: string
  /** The number of writes. */
  readonly serial: number
  /** The version of Scenewright that last wrote it. */
  readonly tool: string
  readonly environment: StateEnvironment
  /** The active run. For information only: it blocks nobody. */
  readonly lease?: Lease
  /** It was moved elsewhere: nobody may use it here. */
  readonly moved?: { readonly to: string; readonly run: string; readonly at: string }
  /** The runs that had something to do, oldest first; at most the newest hundred. */
  readonly deploys?: readonly Deploy[]
  readonly scenarios: { readonly [key: string]: ScenarioState }
  readonly journal: Journal
}

/** A state of an environment to which nothing was deployed. */
export function newState(
  { name, url, bot }: StateEnvironment,
  { lineage, serial, tool }: Pick<State, 'lineage' | 'serial' | 'tool'>,
): State {
  return {
    format: stateFormat,
    lineage,
    serial,
    tool,
    environment: { name, url, bot },
    scenarios: {},
    journal: { entries: [] },
  }
}

/** A run that changed the environment. */
export interface Deploy {
  readonly run: string
  readonly at: string
  /** The commit of the sources at its start. */
  readonly commit?: string
  readonly who?: string
  readonly link?: string
  /** It deployed only some scenarios: other changes at the commit were not deployed. */
  readonly is_partial?: true
}

/** The target that a state belongs to. Another bot or address is rejected. */
interface StateEnvironment {
  readonly name: string
  readonly url: string
  readonly bot: string
}

export interface Lease {
  readonly run: string
  readonly who?: string
  readonly link?: string
  readonly acquired: string
  readonly heartbeat: string
  readonly ttl_ms: number
}

/** One scenario of the environment. */
export interface ScenarioState {
  /** The record on the service; absent until it is known. A key never gets a second one. */
  readonly remote_id?: string
  readonly created?: { readonly run: string; readonly commit?: string; readonly at: string }
  /** Null if a request that would have changed it was never answered. */
  readonly is_active: boolean | null
  /** The version sent last, if it is not published. */
  readonly draft?: Draft
  readonly published?: Published
  /** Hash of the layout that was sent last. */
  readonly layout_hash?: string
  /** The last published ones before, newest first. */
  readonly history: readonly Published[]
  readonly intent?: Intent
  /** Its source was removed; the record is inactive, because the service cannot delete it. */
  readonly tombstone?: { readonly run: string; readonly at: string; readonly commit?: string }
  /** The number of requests that have switched it on or off, and the last commit that did. */
  readonly switched?: { readonly count: number; readonly commit?: string }
  /** Replaced records, and whether they may still be active. */
  readonly replaced?: readonly { readonly remote_id: string; readonly is_active: boolean }[]
  /** The keys that it had before, the most recent first. */
  readonly former_keys?: readonly string[]
  /** A person holds it: no deploy changes it until it is released. */
  readonly hold?: Hold
}

/** Why a scenario is held, since when, and by whom. */
export interface Hold {
  readonly reason: string
  readonly run: string
  readonly at: string
  readonly who?: string
}

/** A definition on the service that is not published. Without a version id it must be sent again. */
export interface Draft {
  readonly payload_hash: string
  readonly version_id?: string
  readonly at: string
  readonly commit?: string
}

export interface Published {
  readonly payload_hash: string
  readonly version_id: string
  readonly at: string
  readonly commit?: string
  /** Whether publishing activated the scenario. */
  readonly activated: boolean
}

/** A request that is about to be sent, or whose response is missing. */
export interface Intent {
  readonly op_id: string
  readonly kind: 'create' | 'update' | 'publish' | 'activate'
  readonly payload_hash: string
  readonly layout_hash?: string
  /** The version to publish. */
  readonly version_id?: string
  /** Of `publish` and `activate`: whether the scenario should be active. */
  readonly activate?: boolean
  /** Of `activate`: the replaced record to change, instead of the scenario's own. */
  readonly record?: string
  readonly run: string
  readonly commit?: string
  readonly prepared_at: string
  /** Nothing is sent after this time. */
  readonly send_before: string
  /** A lost request has no effect after this time. */
  readonly settle_until: string
  readonly phase: 'prepared' | 'unknown' | 'created-id-lost'
  readonly evidence?: Evidence
}

/** The name of a request: one that switches a scenario is "activate" or "deactivate". */
export function requestName({ kind, activate }: Pick<Intent, 'kind' | 'activate'>): Intent['kind'] | 'deactivate' {
  return kind === 'activate' && activate === false ? 'deactivate' : kind
}

/** The response to a request whose effect is unknown. */
export interface Evidence {
  readonly status?: number
  readonly message?: string
  readonly body_prefix?: string
}

/** The kinds of events of a scenario. */
export const journalWords = [
  'created',
  'updated',
  'published',
  'switched-on',
  'switched-off',
  'rejected',
  'not-sent',
  'withdrawn',
  'unknown',
  'resolved-created',
  'resolved-not-created',
  'renamed',
  'source-removed',
  'source-returned',
  'adopted',
  'held',
  'released',
] as const

/** The events, oldest first. Older events are stored in blobs: `previous` is the hash of the newest blob. */
interface Journal {
  readonly previous?: string
  readonly entries: readonly JournalEntry[]
}

export interface JournalEntry {
  readonly at: string
  readonly run: string
  readonly key: string
  readonly what: (typeof journalWords)[number]
  readonly op_id?: string
  readonly remote_id?: string
  readonly version_id?: string
  readonly status?: number
  /** Of a rename: the former key. */
  readonly from?: string
  /** Of a hold: the reason. */
  readonly reason?: string
}
