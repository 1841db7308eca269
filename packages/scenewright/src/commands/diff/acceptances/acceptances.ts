import type { Change } from '@scenewright/differ'
import { compareText } from '@scenewright/model/text'
import type { Command } from 'commander'

/** A change that a person has accepted, so that it no longer makes the command fail. */
export interface AcceptedChange {
  readonly fingerprint: string
  /** The scenario's key and the kind of the change, for readers of the file. */
  readonly scenario: string
  readonly kind: string
  readonly reason: string
  readonly who: string
  /** The last day on which it is effective, `2026-12-31`, in UTC. */
  readonly until?: string
}

/** Changes that are listed together, and their key in acceptances: a scenario's key, or the project file's name. */
export interface ChangeGroup {
  readonly key: string
  readonly changes: readonly Change[]
}

/** The accepted changes as they apply to one diff. */
export interface Acceptance {
  /** Entries that match a change and are in effect today, by fingerprint. */
  readonly counting: ReadonlyMap<string, AcceptedChange>
  /** Entries that match a change but have expired. */
  readonly over: readonly AcceptedChange[]
  /** Entries that match no change of the diff. */
  readonly gone: readonly AcceptedChange[]
}

/** Matches entries with the changes of a diff. `today` is a day in UTC, `2026-12-31`. */
export function matchAcceptances(
  accepted: readonly AcceptedChange[],
  groups: readonly ChangeGroup[],
  today: string,
): Acceptance {
  const there = new Set(groups.flatMap(({ changes }) => changes.map(({ fingerprint }) => fingerprint)))
  const present = accepted.filter(({ fingerprint }) => there.has(fingerprint))
  const isOver = ({ until }: AcceptedChange) => until !== undefined && until < today
  return {
    counting: new Map(present.filter(entry => !isOver(entry)).map(entry => [entry.fingerprint, entry])),
    over: present.filter(isOver),
    gone: accepted.filter(({ fingerprint }) => !there.has(fingerprint)),
  }
}

/** In order, one per change: the one that is effective longest. */
export function tidyAcceptances(entries: readonly AcceptedChange[]): readonly AcceptedChange[] {
  const last = ({ until = '9999-99-99' }: AcceptedChange) => until
  const longest = new Map<string, AcceptedChange>()
  for (const entry of entries) {
    const other = longest.get(entry.fingerprint)
    if (other === undefined || last(entry) > last(other)) longest.set(entry.fingerprint, entry)
  }
  return [...longest.values()].sort(
    (a, b) =>
      compareText(a.scenario, b.scenario) || compareText(a.kind, b.kind) || compareText(a.fingerprint, b.fingerprint),
  )
}

/** The entries that the head has and the base does not, or that are effective longer than at the base. */
export function addedEntries(
  base: readonly AcceptedChange[],
  head: readonly AcceptedChange[],
): readonly AcceptedChange[] {
  const before = new Map(base.map(entry => [entry.fingerprint, entry]))
  return head.filter(({ fingerprint, until }) => {
    const known = before.get(fingerprint)
    return known === undefined || (known.until !== undefined && (until === undefined || until > known.until))
  })
}

/** The same groups with only the changes that nobody has accepted. */
export function unaccepted(
  groups: readonly ChangeGroup[],
  counting: ReadonlyMap<string, AcceptedChange>,
): readonly ChangeGroup[] {
  const isOpen = ({ fingerprint }: Change) => !counting.has(fingerprint)
  return groups
    .map(group => ({ ...group, changes: group.changes.filter(isOpen) }))
    .filter(({ changes }) => changes.length > 0)
}

/** The options of a command that supports accepted changes. */
export interface AcceptOptions {
  /** Fingerprints, or prefixes of some, or `all`. */
  readonly accept?: readonly string[]
  readonly reason?: string
  readonly until?: string
  readonly who?: string
  readonly pruneAccepted?: boolean
  /** The file, relative to the working folder. */
  readonly accepted?: string
}

/** Adds them. */
export function addAcceptOptions(command: Command): Command {
  return command
    .option(
      '--accept <fingerprints...>',
      'accept changes, so that they no longer fail; "all" accepts every risky or breaking one',
    )
    .option('--reason <text>', 'why they are accepted')
    .option('--until <day>', 'the last day of the acceptance, such as 2026-12-31 (default: no end)')
    .option('--who <name>', 'who accepts them (default: user.name of git)')
    .option('--prune-accepted', 'remove acceptances that no longer occur from the file')
    .option('--accepted <file>', 'the file of accepted changes (default: scenewright.accepted.json)')
}
