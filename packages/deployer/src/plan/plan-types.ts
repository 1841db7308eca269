import type { ImportDocument } from '@scenewright/model'
import type { Want } from '../goals/goal.ts'
import type { HandEdit } from '../records/hand-edit.ts'
import type { Deploy, Intent, ScenarioState } from '../state/state.ts'
import type { Step } from './steps.ts'

/** The first action for a scenario. */
export type PlanAction = 'create' | 'update' | 'publish' | 'activate' | 'deactivate' | 'unknown' | 'none'

/** The reason. */
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

/** One scenario of a plan: the planned requests, in order, and the changes of the state alone. */
export interface PlanEntry {
  readonly key: string
  readonly action: PlanAction
  readonly reason: PlanReason
  readonly steps: readonly Step[]
  /** The state contains the scenario under this key; it moves to `key` before anything is sent. */
  readonly renamedFrom?: string
  /** The keys that its source says it had before, the most recent first. */
  readonly formerKeys?: readonly string[]
  /** Set when the scenario is inactive and its source was removed; cleared when the source is back. */
  readonly tombstone?: 'set' | 'clear'
  /** Why it is held afterwards; recorded in the state before anything is sent. */
  readonly hold?: string
  /** A person chose to overwrite the version on the service, whatever it is. */
  readonly isOverwritten?: true
  /** A person activates or deactivates it now, whatever the state says. */
  readonly isSwitched?: true
  /** The manual change on the service, which stays until a person decides. Set only if the records were read. */
  readonly edited?: HandEdit
  /** The request whose effect is unknown. Nothing is sent before it is settled. */
  readonly open?: Intent
  /** The dependencies of the document cannot be sent with an update, only with the first import. */
  readonly keepsDependencies?: true
  /** The state entry before a rename moves it. */
  readonly before?: ScenarioState
  readonly want: Want | null
  /** The document to send. */
  readonly document?: ImportDocument
  /** The commit of the document; absent if it was never committed. */
  readonly commit?: string
}

/** The number of scenarios by first action; `waiting` counts those with the action `unknown`. */
export interface PlanCounts {
  readonly create: number
  readonly update: number
  readonly publish: number
  readonly activate: number
  readonly deactivate: number
  readonly waiting: number
  /** Changed since the plan file was written. */
  readonly stale: number
  /** Held by a person, until they are released. */
  readonly held: number
  /** Changed in the service's own editor; only if the records were read. */
  readonly edited: number
  /** Recorded in the state only: renames, and removed or returned sources that need no request. */
  readonly recorded: number
  readonly unchanged: number
}

/** The steps that an apply would perform, in the order of the keys. */
export interface Plan {
  readonly environment: { readonly name: string; readonly url: string; readonly bot: string }
  /** Of the state that it is based on; absent if there is none yet. */
  readonly lineage?: string
  /** Of the state that it is based on; 0 if there is none yet. */
  readonly serial: number
  /** The number of scenarios in the state. */
  readonly known: number
  /** The last change of the state: when, by which run, and the newest commit that was sent. */
  readonly applied?: { readonly at: string; readonly run: string; readonly commit?: string }
  /** The last deploy of all sources at a commit. */
  readonly deployed?: Deploy
  readonly entries: readonly PlanEntry[]
  readonly counts: PlanCounts
  /** Whether an apply would send a request or write to the state. */
  readonly hasChanges: boolean
  /** Whether the records were read, so that manual changes are known. */
  readonly isRefreshed?: true
}

/** The output of `plan --format json`; see `schemas/plan.schema.json`. */
export interface PlanJson {
  readonly environment: string
  readonly serial: number
  readonly actions: readonly { readonly key: string; readonly action: PlanAction; readonly reason: PlanReason }[]
}
