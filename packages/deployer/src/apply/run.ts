import type { Client } from '@scenewright/client'
import type { TargetEnvironment } from '../environment.ts'
import type { Goal } from '../goals/goal.ts'
import type { Plan } from '../plan/plan-types.ts'
import type { Stamp } from '../state/changes.ts'
import type { StateWriter } from '../store/state-writer.ts'
import type { StateStore } from '../store/store.ts'
import type { ApplyEvent } from './events.ts'
import type { Gate } from './gate.ts'
import type { ReceiptLog } from './receipt-log.ts'

/** The options of `apply`. */
export interface ApplyOptions {
  readonly store: StateStore
  readonly client: Client
  readonly receipts: ReceiptLog
  readonly goal: Goal
  readonly environment: TargetEnvironment
  /** The run that applies, and its sources. `id` is new for every run. */
  readonly run: { readonly id: string; readonly who?: string; readonly link?: string; readonly commit?: string }
  /** The version of Scenewright. */
  readonly tool: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A text that no other call returns. */
  readonly newId: () => string
  /** Waits; ends early, without an error, when the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>
  /** If aborted, no new request is sent, requests in progress get `graceMs`, and the state is written. */
  readonly signal: AbortSignal
  /** Called with each event. An error that it throws ends the run, but only when the state is safe. */
  readonly onEvent: (event: ApplyEvent) => void
  /**
   * Called with the plan before anything is sent, even if there is nothing to do. An error that it throws ends the run.
   */
  readonly check?: (plan: Plan) => Promise<void>
  /** Called once before the first change; false ends the run. */
  readonly approve?: (plan: Plan) => boolean | Promise<boolean>
  /** The number of concurrent requests; 4 by default. */
  readonly concurrency?: number
  /** Ends the run with the first scenario that fails; otherwise the others continue. */
  readonly failFast?: boolean
  /** The delays before a request that was certainly not performed is sent again, in milliseconds. */
  readonly retryDelaysMs?: readonly number[]
  /** The longest accepted Retry-After, in milliseconds; a minute by default. */
  readonly longestWaitMs?: number
  /** The time that an interrupted request still has, in milliseconds. Default: 3 seconds. */
  readonly graceMs?: number
}

/** One running apply: the data that its parts share. */
export interface Run {
  readonly options: ApplyOptions
  readonly writer: StateWriter
  /** Limits the number of concurrent requests. */
  readonly requests: Gate
  /** The same for creates that are prepared or in progress. */
  readonly creates: Gate
  /** Aborted when requests in progress should be canceled. */
  readonly giveUp: AbortSignal
  /** Whether the service has refused to show a record: then no more records are read. */
  readonly reads: { isRefused: boolean }
  readonly emit: (event: ApplyEvent) => void
  readonly stamp: () => Stamp
  /** Ends the run early: no further scenario begins. */
  readonly stop: (why: string) => void
  /** Why the run is ending; undefined while it continues. */
  readonly stopped: () => string | undefined
}
