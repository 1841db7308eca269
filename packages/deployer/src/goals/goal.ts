import type { ImportDocument } from '@scenewright/model'

/** The goal of a deploy: the desired state of some or all scenarios of an environment. */
export interface Goal {
  readonly scenarios: readonly Wanted[]
  /** Whether these are all scenarios: then a scenario in the state that is not listed has lost its source. */
  readonly isWhole: boolean
  /** A person names the scenarios, so holds do not apply to them. */
  readonly isByHand?: true
  /** The commit of the sources, if the goal contains all of them. */
  readonly commit?: string
  /** Keys of existing scenarios that do not change: a record with such a key belongs to it. */
  readonly otherKeys?: readonly string[]
  /** Keys whose records are overwritten, even if they were edited on the service. */
  readonly overwrite?: readonly string[]
}

/** One scenario of a goal. */
export interface Wanted {
  readonly key: string
  /** Null: its source was removed, so it should be inactive. */
  readonly want: Want | null
  /** The document to send; absent if the scenario is only activated or deactivated. */
  readonly document?: ImportDocument
  /** The keys that it had before, the most recent first. */
  readonly formerKeys?: readonly string[]
  /** The hash of the base of the goal, by `hashBase`. If the state no longer matches it, the goal is stale. */
  readonly base?: string
  /** Why no deploy may change it until it is released. */
  readonly hold?: string
  /**
   * A person wants it active or inactive now: the request is sent even if that is its state, which cannot tell whether
   * somebody has switched it on the service.
   */
  readonly isSwitched?: true
  /** The commit of the document; absent if it was never committed. */
  readonly commit?: string
}

/** The part of a desired scenario that determines the steps. An absent field remains unchanged. */
export interface Want {
  readonly payloadHash?: string
  readonly layoutHash?: string
  readonly isActive?: boolean
  /** How a change is made; `update` by default. */
  readonly strategy?: Strategy
}

/**
 * `update` changes the record of a key. `replace` imports a new record, activates it and deactivates the old one: for a
 * service whose update creates no draft.
 */
export type Strategy = 'update' | 'replace'
