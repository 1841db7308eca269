/** The one format of the state that this version writes and reads. */
export const stateFormat = 1

/** The state of an environment: what was deployed, and what was about to be. Times are ISO 8601 in UTC. */
export interface State {
  readonly format: typeof stateFormat
  /** The identity of this record, which never changes; a config may pin it. */
  readonly lineage: string
  /** Counts the writes. */
  readonly serial: number
  /** The version of Scenewright that wrote it last. */
  readonly tool: string
  readonly environment: StateEnvironment
  /** Who is at work. A courtesy: it is shown, and blocks nobody. */
  readonly lease?: Lease
  /** It lies somewhere else by now: nobody may use it here. */
  readonly moved?: { readonly to: string; readonly run: string; readonly at: string }
  /** The runs that had something to do, oldest first; the newest hundred. */
  readonly deploys?: readonly Deploy[]
  readonly scenarios: { readonly [key: string]: ScenarioState }
  readonly journal: Journal
}

/** A run that changed the environment. */
export interface Deploy {
  readonly run: string
  readonly at: string
  /** Where the sources were, when it began. */
  readonly commit?: string
  readonly who?: string
  readonly link?: string
  /** It was about some scenarios alone: what else lies at the commit was not deployed. */
  readonly is_partial?: true
}

/** The target that a state belongs to. Another bot or address is refused. */
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
  /** Null where a request that would have switched it was never answered. */
  readonly is_active: boolean | null
  /** The version sent last, if it is not published. */
  readonly draft?: Draft
  readonly published?: Published
  /** Hash of the layout that was sent last. */
  readonly layout_hash?: string
  /** The last published ones before, newest first. */
  readonly history: readonly Published[]
  readonly intent?: Intent
  /** Its source was removed; the record is switched off, since the service cannot delete it. */
  readonly tombstone?: { readonly run: string; readonly at: string }
  /** Records that a new one has taken the place of, and whether they may still be on. */
  readonly replaced?: readonly { readonly remote_id: string; readonly is_active: boolean }[]
  /** The keys that it had before, the last one first. */
  readonly former_keys?: readonly string[]
  /** A person keeps it as it is: no deploy changes it until it is released. */
  readonly hold?: Hold
}

/** Why a scenario is kept as it is, since when, and by whom. */
export interface Hold {
  readonly reason: string
  readonly run: string
  readonly at: string
  readonly who?: string
}

/** A definition on the service that is not published. Without a version id it has to be sent again. */
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
  /** Whether publishing switched the scenario on. */
  readonly activated: boolean
}

/** A request that is about to be sent, or was sent without an answer. */
export interface Intent {
  readonly op_id: string
  readonly kind: 'create' | 'update' | 'publish' | 'activate'
  readonly payload_hash: string
  readonly layout_hash?: string
  /** The version to publish. */
  readonly version_id?: string
  /** Of `publish` and `activate`: whether the scenario is to be on. */
  readonly activate?: boolean
  /** Of `activate`: the replaced record that is switched, not the scenario's own. */
  readonly record?: string
  readonly run: string
  readonly commit?: string
  readonly prepared_at: string
  /** Nothing is sent after this. */
  readonly send_before: string
  /** A lost request takes no effect after this. */
  readonly settle_until: string
  readonly phase: 'prepared' | 'unknown' | 'created-id-lost'
  readonly evidence?: Evidence
}

/** The response to a request whose effect is unknown. */
export interface Evidence {
  readonly status?: number
  readonly message?: string
  readonly body_prefix?: string
}

/** All that can happen to a scenario. */
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
  /** Of a rename: the key before. */
  readonly from?: string
  /** Of a hold: why. */
  readonly reason?: string
}
