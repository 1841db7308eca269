import type { PlanAction, PlanReason } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import type { HandEdit } from '../records/hand-edit.ts'
import type { Receipt } from '../state/receipt.ts'
import type { Evidence } from '../state/state.ts'

type StepKind = Step['kind']

/** The result of an apply for one scenario. */
export interface ScenarioResult {
  readonly key: string
  readonly action: PlanAction
  readonly reason: PlanReason
  /**
   * `failed`: certainly not done. `unknown`: a request is open, of this run or another. `conflict`: the state could not
   * be written, another run changed the scenario, or somebody edited it on the service. `skipped`: the run ended before
   * it began.
   */
  readonly outcome: 'done' | 'unchanged' | 'failed' | 'unknown' | 'conflict' | 'skipped'
  /** The completed requests. */
  readonly done: readonly StepKind[]
  readonly message?: string
  readonly help?: string
  /** The manual change on the service because of which nothing was sent. */
  readonly edited?: HandEdit
  /** With `conflict`: the state backend failed after a request, whose result is in the receipts of this machine. */
  readonly unrecorded?: true
}

/** The overall result of an apply: the worst result of any scenario. */
export type Verdict = 'done' | 'declined' | 'failed' | 'unknown' | 'conflict'

/** The last event of an apply, and its result. */
export interface ApplySummary {
  readonly event: 'summary'
  readonly run: string
  readonly environment: string
  /** Of the final state. */
  readonly serial: number
  readonly verdict: Verdict
  /** Whether the run was interrupted before it was finished. */
  readonly interrupted: boolean
  /** The number of scenarios with each outcome; those that somebody holds are also among the unchanged ones. */
  readonly counts: { readonly [outcome in ScenarioResult['outcome'] | 'held']: number }
  readonly scenarios: readonly ScenarioResult[]
}

/** An event of an apply, emitted as it happens. Each is one JSON object. Times are ISO 8601. */
export type ApplyEvent =
  | {
      readonly event: 'started'
      readonly run: string
      readonly environment: string
      readonly serial: number
      /** The number of scenarios with planned steps. */
      readonly changes: number
    }
  | {
      readonly event: 'sending'
      readonly key: string
      readonly step: StepKind
      readonly op_id: string
      readonly at: string
    }
  | ({ readonly event: 'receipt'; readonly synced: boolean } & Receipt)
  | {
      readonly event: 'retrying'
      readonly key: string
      readonly step: StepKind
      readonly wait_ms: number
      readonly message: string
    }
  | {
      readonly event: 'recorded'
      readonly key: string
      readonly what: 'renamed' | 'source-removed' | 'source-returned' | 'held'
    }
  /** The service does not show records, so manual changes would be overwritten; emitted once per run. */
  | { readonly event: 'unread'; readonly message: string }
  | {
      readonly event: 'unknown'
      readonly key: string
      readonly step: StepKind
      readonly op_id: string
      readonly settle_until: string
      readonly evidence: Evidence
    }
  | ({ readonly event: 'scenario' } & ScenarioResult)
  | ApplySummary
