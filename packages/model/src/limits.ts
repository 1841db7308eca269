/** The API's limits (service-api, "Limits"). */
export const apiLimits = {
  minConfidence: { least: 50, most: 100 },
  exitMessageLength: 2000,
  clarifyConfidence: { least: 0, most: 100 },
  clarifyMargin: { least: 0, most: 100 },
} as const

/** What the compiler reads at the most. A source beyond these is a finding, not a hang. */
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
