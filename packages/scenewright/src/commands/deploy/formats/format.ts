import type { Plan } from '@scenewright/deployer'

/** The data that formats use in addition to the plan. */
export interface PlanContext {
  /** Whether the text may carry color. */
  readonly color: boolean
  /** Milliseconds since 1970: times are shown relative to it. */
  readonly now: number
  /**
   * The customer-visible changes of each updated scenario and the content of each new one, by key. They are not part of
   * the plan: they come from a comparison of the deployed version with the new one. For a scenario without an entry,
   * only its reason is shown.
   */
  readonly changes?: ReadonlyMap<string, PlannedChanges>
}

/** The planned changes of one scenario. */
export interface PlannedChanges {
  /** In a few words: "+9 -4 steps, 3 connections changed". For a new scenario, the reason suffices. */
  readonly summary?: string
  /** Each change, most severe first, with its complete texts. */
  readonly lines: readonly PlannedChange[]
}

interface PlannedChange {
  readonly level: 'breaking' | 'risky' | 'info'
  readonly text: string
  /** `scenarios/refund.scenario.yaml:12`, if it has a place. */
  readonly place?: string
}

/** Creates the text for standard output. Pure: equal arguments give equal text. */
export type PlanFormat = (plan: Plan, context: PlanContext) => string
