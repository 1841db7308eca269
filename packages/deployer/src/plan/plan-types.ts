import type { ImportDocument } from '@scenewright/model'
import type { Want } from '../goals/goal.ts'
import type { HandEdit } from '../records/hand-edit.ts'
import type { Deploy, Intent, ScenarioState } from '../state/state.ts'
import type { Step } from './steps.ts'

/** The first action for a scenario. */
export type PlanAction = 'create' | 'update' | 'publish' | 'activate' | 'deactivate' | 'unknown' | 'none'

/** Why. */
export type PlanReason =
  | 'new'
  | 'changed'
  | 'draft-on-service'
  | 'version-unknown'
  | 'switched-on'
  | 'switched-off'
  | 'source-removed'
  | 'source-returned'
  | 'renamed'
  | 'rename-waits'
  | 'unknown-open'
  | 'settled-retry'
  | 'replaced'
  | 'layout-only'
  | 'stale'
  | 'held'
  | 'edited-by-hand'
  | 'overwritten'
  | 'unchanged'

/** One scenario of a plan: the requests to come, in order, and what is written to the state alone. */
export interface PlanEntry {
  readonly key: string
  readonly action: PlanAction
  readonly reason: PlanReason
  readonly steps: readonly Step[]
  /** The state knows the scenario by this key; it moves to `key` before anything is sent. */
  readonly renamedFrom?: string
  /** Set when the scenario is off and its source gone; cleared when the source is back. */
  readonly tombstone?: 'set' | 'clear'
  /** Why it is to be kept as it then is; written to the state before anything is sent. */
  readonly hold?: string
  /** A person says that what is on the service is overwritten, whatever it is. */
  readonly isOverwritten?: true
  /** The manual change on the service, kept until a person decides. Set only if the records were read. */
  readonly edited?: HandEdit
  /** The request whose effect nobody knows yet. With it, nothing is done unless it has settled. */
  readonly open?: Intent
  /** The dependencies of the document cannot be sent with an update, only with the first import. */
  readonly keepsDependencies?: true
  /** The state entry before a rename moves it. */
  readonly before?: ScenarioState
  readonly want: Want | null
  /** The document to send. */
  readonly document?: ImportDocument
  /** The commit that the document comes from; absent where it was never committed. */
  readonly commit?: string
}

/** How many scenarios have which first action; `waiting` counts those with the action `unknown`. */
export interface PlanCounts {
  readonly create: number
  readonly update: number
  readonly publish: number
  readonly activate: number
  readonly deactivate: number
  readonly waiting: number
  /** Changed since the plan was made that is carried out. */
  readonly stale: number
  /** Kept as they are by a person, until they are released. */
  readonly held: number
  /** Changed in the service's own editor; only where the records were read. */
  readonly edited: number
  /** Written to the state alone: renames, removed and returned sources that need no request. */
  readonly recorded: number
  readonly unchanged: number
}

/** The steps that an apply would perform, in the order of the keys. */
export interface Plan {
  readonly environment: { readonly name: string; readonly url: string; readonly bot: string }
  /** Of the state that it was made on; absent where there is none yet. */
  readonly lineage?: string
  /** Of the state that it was made on; 0 where there is none yet. */
  readonly serial: number
  /** How many scenarios the state knows. */
  readonly known: number
  /** The last that was written to the state: when, by which run, and the newest commit that was sent. */
  readonly applied?: { readonly at: string; readonly run: string; readonly commit?: string }
  /** The last deploy of all sources that were at a commit. */
  readonly deployed?: Deploy
  readonly entries: readonly PlanEntry[]
  readonly counts: PlanCounts
  /** Whether an apply would send a request or write to the state. */
  readonly hasChanges: boolean
  /** Whether the records were read, so that edits by hand are known. */
  readonly isRefreshed?: true
}

/** The output of `plan --format json`; see `schemas/plan.schema.json`. */
export interface PlanJson {
  readonly environment: string
  readonly serial: number
  readonly actions: readonly { readonly key: string; readonly action: PlanAction; readonly reason: PlanReason }[]
}
