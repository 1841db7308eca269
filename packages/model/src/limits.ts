/** The API's limits (service-api, "Limits"). */
export const apiLimits = {
  minConfidence: { min: 50, max: 100 },
  exitMessageLength: 2000,
  clarifyConfidence: { min: 0, max: 100 },
  clarifyMargin: { min: 0, max: 100 },
} as const

/** The limits of a scenario that only the local service has: the contract does not say what others accept. */
export const serviceLimits = {
  /** Characters of a title, a label, or the id or type of a node or edge. */
  nameLength: 255,
  /** Characters of any other text outside the flow. */
  textLength: 32_768,
  /** The number of examples, and of exclusions. */
  messages: 10_000,
  nodes: 10_000,
  edges: 100_000,
  /** A whole number. */
  priority: { min: 0, max: 1_000_000 },
} as const

/**
 * The limits of the files that the compiler reads. A source that exceeds them is a finding; it never hangs the tool.
 */
export const sourceLimits = {
  /** Bytes of one file. */
  fileSize: 2 * 1024 * 1024,
  /** Tokens of one file, as the YAML lexer counts them: each takes about a kilobyte when it is read. */
  lexemes: 900_000,
  /** Levels of nesting. */
  depth: 100,
  /** The number of values that the aliases of one file may expand to in total. */
  aliasedValues: 10_000,
} as const

/** The limits of evaluating one TypeScript source. A source that exceeds them is a finding: no source runs for long. */
export const evaluationLimits = {
  /** Evaluated expressions, statements and list items. */
  steps: 500_000,
  /** Nested expressions and calls: far below the limit of the smallest stack. */
  depth: 500,
  /** Characters of created texts, and of those that a method reads. */
  characters: 10_000_000,
  /** Values of a scenario, counted for each use. */
  values: 400_000,
} as const

/** The limits of a file of conversation tests. */
export const testLimits = {
  /**
   * The maximum number of steps of a regular expression: in the worst case, it takes this many for every character of a
   * reply.
   */
  patternSteps: 5000,
} as const
