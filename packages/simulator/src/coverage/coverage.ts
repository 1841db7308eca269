/**
 * The outcome for a scenario when a customer writes a message: the message starts it (`won`), or picks it from an offer
 * (`picked`); a clarification offers it (`clarified`); it was sure enough, but another started (`lost`); an exclusion
 * rules it out (`excluded`); it was the nearest, but nothing started (`none`).
 */
export const triggerOutcomes = ['won', 'picked', 'clarified', 'lost', 'excluded', 'none'] as const

export type TriggerOutcome = (typeof triggerOutcomes)[number]

/** A node or an edge, and how often tests came by. */
export interface CoveredPart {
  readonly id: string
  /** Whether any walk of the simulator can come by: not behind what it cannot simulate, nor where no way leads. */
  readonly isSimulable: boolean
  /** How often passing tests came by. */
  readonly hits: number
  /** How often failing tests did, which covers nothing. */
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
  /** How many messages of passing tests came to each outcome; absent is one that cannot come. */
  readonly outcomes: Readonly<Partial<Record<TriggerOutcome, number>>>
}

/** The coverage of a bot by tests. Plain data. */
export interface Coverage {
  /** Those that take part, in the order of their keys. */
  readonly scenarios: readonly ScenarioCoverage[]
  /** The keys of those that are switched off, which no test can start. */
  readonly inactive: readonly string[]
}
