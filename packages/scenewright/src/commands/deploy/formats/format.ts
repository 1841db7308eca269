import type { Plan } from '@scenewright/deployer'

/** What a format needs to know besides the plan. */
export interface PlanContext {
  /** Whether the text may carry color. */
  readonly color: boolean
  /** Milliseconds since 1970: times are shown relative to it. */
  readonly now: number
  /**
   * What the update of a scenario changes for the customer, and what a new one says, by key. A plan does not know: it
   * comes from comparing what is deployed with what is to be. Where a scenario has none, its reason is told alone.
   */
  readonly changes?: ReadonlyMap<string, PlannedChanges>
}

/** What one scenario comes to. */
export interface PlannedChanges {
  /** In a few words: "+9 -4 steps, 3 connections changed". Of a new scenario the reason says it. */
  readonly summary?: string
  /** Each change, most severe first, with its texts whole. */
  readonly lines: readonly PlannedChange[]
}

interface PlannedChange {
  readonly level: 'breaking' | 'risky' | 'info'
  readonly text: string
  /** `scenarios/refund.scenario.yaml:12`, where it has a place. */
  readonly place?: string
}

/** Makes the text for standard output. Pure: equal arguments give equal text. */
export type PlanFormat = (plan: Plan, context: PlanContext) => string
