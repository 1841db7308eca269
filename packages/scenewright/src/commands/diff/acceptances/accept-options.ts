import type { Command } from 'commander'

/** The options of a command that knows of accepted changes. */
export interface AcceptOptions {
  /** Fingerprints, or the beginnings of some, or `all`. */
  readonly accept?: readonly string[]
  readonly reason?: string
  readonly until?: string
  readonly who?: string
  readonly pruneAccepted?: boolean
  /** The file, relative to the working folder. */
  readonly accepted?: string
}

/** Adds them. */
export function acceptOptions(command: Command): Command {
  return command
    .option('--accept <fingerprints...>', 'accept changes, so that they fail no more; all: every risky one and graver')
    .option('--reason <text>', 'why they are accepted')
    .option('--until <day>', 'the last day on which that counts, as 2026-12-31 (default: it counts for good)')
    .option('--who <name>', 'who accepts them (default: user.name of git)')
    .option('--prune-accepted', 'take out of the file what the diff has no more')
    .option('--accepted <file>', 'the file of accepted changes (default: scenewright.accepted.json)')
}
