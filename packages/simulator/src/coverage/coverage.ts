/**
 * The outcome for a scenario when a customer writes a message: the message starts it (`won`), or selects it from an
 * offer (`picked`); a clarification offers it (`clarified`); its confidence was high enough, but another started
 * (`lost`); an exclusion rules it out (`excluded`); it was the most similar, but nothing started (`none`).
 */
export const triggerOutcomes = ['won', 'picked', 'clarified', 'lost', 'excluded', 'none'] as const

export type TriggerOutcome = (typeof triggerOutcomes)[number]

/** A node or an edge, and how often tests reached it. */
export interface CoveredPart {
  readonly id: string
  /** Whether a simulated walk can reach it: not after a node that cannot be simulated, and not without a path to it. */
  readonly isSimulable: boolean
  /** How often passing tests reached it. */
  readonly hits: number
  /** How often failing tests reached it, which does not count as covered. */
  readonly failedHits: number
}

/** The coverage of one scenario by tests. */
export interface ScenarioCoverage {
  readonly key: string
  /** How often passing tests, and failing ones, started it. */
  readonly starts: number
  readonly failedStarts: number
  readonly nodes: readonly CoveredPart[]
  readonly edges: readonly CoveredPart[]
  /** The number of messages of passing tests for each outcome; impossible outcomes are absent. */
  readonly outcomes: Readonly<Partial<Record<TriggerOutcome, number>>>
}

/** The coverage of a bot by tests. Plain data. */
export interface Coverage {
  /** Those that take part in scenario matching, in the order of their keys. */
  readonly scenarios: readonly ScenarioCoverage[]
  /** The keys of the inactive ones, which no test can start. */
  readonly inactive: readonly string[]
}
