/** The API's limits (service-api, "Limits"). */
export const apiLimits = {
  minConfidence: { least: 50, most: 100 },
  exitMessageLength: 2000,
  clarifyConfidence: { least: 0, most: 100 },
  clarifyMargin: { least: 0, most: 100 },
} as const

/** The limits of the files that the compiler reads. A source beyond them is a finding, not a hang. */
export const sourceLimits = {
  /** Bytes of one file. */
  fileSize: 2 * 1024 * 1024,
  /** Words and marks of one file, as the YAML lexer counts them: each costs about a kilobyte when it is read. */
  lexemes: 900_000,
  /** Levels of nesting. */
  depth: 100,
  /** Values that one file's aliases may stand for, all told. */
  aliasedValues: 10_000,
} as const

/** The limits of evaluating one TypeScript source. A source beyond them is a finding: no source runs for long. */
export const evaluationLimits = {
  /** Expressions, statements and items of lists that are looked at. */
  steps: 500_000,
  /** Expressions and calls within each other: far from the end of the smallest stack. */
  depth: 500,
  /** Characters of the texts that are made, and of those that a method reads. */
  characters: 10_000_000,
  /** Values of a scenario, each counted wherever it stands. */
  values: 400_000,
} as const

/** The limits of a file of conversation tests. */
export const testLimits = {
  /** The most steps of a regular expression: in the worst case, it takes as many for every character of a reply. */
  patternSteps: 5000,
} as const
