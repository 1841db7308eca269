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
  /** Who applies, and where the sources are. `id` is new for every run. */
  readonly run: { readonly id: string; readonly who?: string; readonly link?: string; readonly commit?: string }
  /** The version of Scenewright. */
  readonly tool: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A text that no other call has given. */
  readonly newId: () => string
  /** Waits; ends early, without an error, when the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Aborted: nothing new is begun, what is on its way gets `graceMs`, and the state is written. */
  readonly signal: AbortSignal
  /** Is called with each event. What it throws ends the run, but only when the state is safe. */
  readonly onEvent: (event: ApplyEvent) => void
  /**
   * Called with the plan before anything is sent, even if there is nothing to do. An error that it throws ends the run.
   */
  readonly check?: (plan: Plan) => Promise<void>
  /** Is asked once before the first change; false ends the run. */
  readonly approve?: (plan: Plan) => boolean | Promise<boolean>
  /** How many requests are on their way at once; 4 where absent. */
  readonly concurrency?: number
  /** Ends the run with the first scenario that goes wrong; otherwise the others go on. */
  readonly failFast?: boolean
  /** The waits before a request that was certainly not carried out is sent again, in milliseconds. */
  readonly retryDelaysMs?: readonly number[]
  /** The longest Retry-After that is waited for, in milliseconds; a minute where absent. */
  readonly longestWaitMs?: number
  /** The time that an interrupted request still gets, in milliseconds. Default: 3 seconds. */
  readonly graceMs?: number
}

/** One apply at work: what its parts share. */
export interface Run {
  readonly options: ApplyOptions
  readonly writer: StateWriter
  /** Lets through as many requests at once as are wanted. */
  readonly requests: Gate
  /** The same for creates that are prepared or on their way. */
  readonly creates: Gate
  /** Aborted when requests on their way are to be given up. */
  readonly giveUp: AbortSignal
  /** Whether the service has refused to show a record: then none is read any more. */
  readonly reads: { isRefused: boolean }
  readonly emit: (event: ApplyEvent) => void
  readonly stamp: () => Stamp
  /** Ends the run before its time: no scenario begins any more. */
  readonly stop: (why: string) => void
  /** Why the run is ending; undefined while it goes on. */
  readonly stopped: () => string | undefined
}
