import type { ImportDocument } from '@scenewright/model'

/** The goal of a deploy: the wanted condition of some or all scenarios of an environment. */
export interface Goal {
  readonly scenarios: readonly Wanted[]
  /** Whether these are all: a scenario that the state knows and nobody wants has lost its source then. */
  readonly isWhole: boolean
  /** A person names the scenarios: a hold does not keep them as they are. */
  readonly isByHand?: true
  /** Where the sources are, when these are all that they want. */
  readonly commit?: string
  /** Keys of scenarios that are there as well and stay as they are: a record with such a key is nobody else's. */
  readonly otherKeys?: readonly string[]
  /** Keys whose records are overwritten, whatever somebody changed on the service. */
  readonly overwrite?: readonly string[]
}

/** One scenario of a goal. */
export interface Wanted {
  readonly key: string
  /** Null: its source is gone, so it is to be off. */
  readonly want: Want | null
  /** The document to send; absent if the scenario is only to be switched on or off. */
  readonly document?: ImportDocument
  /** The keys that it had before, the last one first. */
  readonly formerKeys?: readonly string[]
  /** The hash of the base of the goal, by `baseOf`. If the state no longer matches it, the goal is stale. */
  readonly base?: string
  /** Why nothing is to change it any more, until it is released. */
  readonly hold?: string
  /** The commit that the document comes from; absent where it was never committed. */
  readonly commit?: string
}

/** The part of a wanted scenario that decides the steps. An absent field stays unchanged. */
export interface Want {
  readonly payloadHash?: string
  readonly layoutHash?: string
  readonly isActive?: boolean
  /** How a change is brought about; `update` where absent. */
  readonly strategy?: Strategy
}

/**
 * `update` changes the record of a key. `replace` imports a new record, switches it on and the old one off: for a
 * service whose update makes no draft.
 */
export type Strategy = 'update' | 'replace'
