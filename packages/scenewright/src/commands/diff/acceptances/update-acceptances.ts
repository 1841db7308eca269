import { runLocalGit } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import { type ChangeLevel, changeLevels } from '@scenewright/model/config'
import { count } from '@scenewright/model/text'
import type { EntryFile } from '@scenewright/workspace/entry-file'
import type { Invocation } from '../../../shell/command.ts'
import {
  type Acceptance,
  type AcceptedChange,
  type AcceptOptions,
  addedEntries,
  type ChangeGroup,
  matchAcceptances,
  tidyAcceptances,
} from './acceptances.ts'
import { isDay, readAcceptances, writeAcceptances } from './acceptances-file.ts'

/** The changes to create entries for, and the time. */
interface Occasion extends Omit<ChosenFrom, 'wanted'> {
  /** Absolute: the folder whose git config contains the name of the person who accepts. */
  readonly root: string
  readonly groups: readonly ChangeGroup[]
  /** A day in UTC, `2026-12-31`. */
  readonly today: string
}

/** The inputs for reading and updating the file of accepted changes. */
export interface AcceptanceUpdate {
  readonly file: EntryFile
  /** Absolute: the folder whose git config contains the name of the person who accepts. */
  readonly root: string
  readonly groups: readonly ChangeGroup[]
  /** The changes accepted at the base; undefined if unknown. */
  readonly base?: readonly AcceptedChange[]
  /** Whether the diff lacks changes of this kind because they were not requested. */
  isUnasked?(kind: string): boolean
  /** `all` means this level and above. */
  readonly minLevel: ChosenFrom['minLevel']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The acceptances that apply to a diff, and notes for the user, one line each. */
export interface UpdatedAcceptances extends Acceptance {
  /** The changes that are accepted at the head but not at the base. */
  readonly added: readonly AcceptedChange[]
  readonly notes: readonly string[]
}

/**
 * Reads a project's accepted changes, adds and prunes entries according to the options, and matches them with a diff.
 * If the options name a missing change, that is an OperationError, and nothing is written.
 */
export async function updateAcceptances(
  invocation: Invocation,
  options: AcceptOptions,
  question: AcceptanceUpdate,
): Promise<UpdatedAcceptances> {
  const { file, groups, now } = question
  const before = await readAcceptances(file)
  const today = new Date(now).toISOString().slice(0, 10)
  const { counting } = matchAcceptances(before, groups, today)
  const added = await newEntries(invocation, options, { ...question, counting, today })
  const isAnew = new Set(added.map(({ fingerprint }) => fingerprint))
  const all = tidyAcceptances([...before.filter(({ fingerprint }) => !isAnew.has(fingerprint)), ...added])
  const isGone = ({ kind }: AcceptedChange) => question.isUnasked?.(kind) !== true
  const gone = matchAcceptances(all, groups, today).gone.filter(isGone)
  const after = options.pruneAccepted ? all.filter(entry => !gone.includes(entry)) : all
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeAcceptances(file, after)
  const judged = matchAcceptances(after, groups, today)
  const acceptance = { ...judged, gone: judged.gone.filter(isGone) }
  const done = { accepts: options.accept !== undefined, added: added.length, pruned: all.length - after.length }
  const { base = after } = question
  return {
    ...acceptance,
    added: addedEntries(base, after).filter(({ until = today }) => until >= today),
    notes: [...changeNotes(file, done), ...notesOf(file, acceptance)],
  }
}

function changeNotes(
  { name }: EntryFile,
  { accepts, added, pruned }: { readonly accepts: boolean; readonly added: number; readonly pruned: number },
): readonly string[] {
  return [
    ...(accepts && added === 0 ? ['there is nothing left to accept'] : []),
    ...(added > 0 ? [`"${name}" now accepts ${count(added, 'change')} of these`] : []),
    ...(pruned > 0 ? [`${count(pruned, 'entry', 'entries')} removed from "${name}"`] : []),
  ]
}

function notesOf({ name }: EntryFile, { over, gone }: Acceptance): readonly string[] {
  return [
    ...over.map(
      ({ scenario, kind, until, who }) =>
        `"${name}": ${kind} in "${scenario}", accepted by ${who}, expired after ${until}`,
    ),
    ...(gone.length > 0
      ? [
          `${count(gone.length, 'entry', 'entries')} of "${name}" ${gone.length === 1 ? 'is of a change' : 'are of changes'} that this diff does not contain; --prune-accepted removes them`,
        ]
      : []),
  ]
}

/** Creates an entry for each change that the options accept. Ambiguous or wrong options are an OperationError. */
async function newEntries(
  invocation: Invocation,
  { accept, reason, until, who }: AcceptOptions,
  { root, groups, today, ...from }: Occasion,
): Promise<readonly AcceptedChange[]> {
  if (accept === undefined) {
    if (reason === undefined && until === undefined && who === undefined) return []
    throw new OperationError('usage', '--reason, --until and --who require --accept', {
      help: 'name the changes: --accept <fingerprint>, or --accept all',
    })
  }
  if (reason === undefined || reason.trim() === '') {
    throw new OperationError('usage', 'accepting a change requires a reason', {
      help: 'explain it to later readers of the file: --reason <text>',
    })
  }
  const chosen = chosenChanges(groups, { ...from, wanted: accept })
  const name = (who ?? (await nameInGit(invocation, root))).trim()
  if (name === '') throw unknownPerson()
  const entry = { reason: reason.trim(), who: name, ...untilOf(until, today) }
  return chosen.map(({ fingerprint, scenario, kind }) => ({ fingerprint, scenario, kind, ...entry }))
}

function untilOf(until: string | undefined, today: string): { readonly until?: string } {
  if (until === undefined) return {}
  if (isDay(until) && until >= today) return { until }
  throw new OperationError('usage', isDay(until) ? `"${until}" is over` : `--until requires a day, not "${until}"`, {
    help: 'give the last day of the acceptance in the form 2026-12-31',
  })
}

/** Empty if git has no name. */
async function nameInGit({ env, signal }: Invocation, folder: string): Promise<string> {
  const { code, stdout } = await runLocalGit({ folder, env, signal }, ['config', 'user.name'])
  return code === 0 ? stdout.toString('utf8') : ''
}

function unknownPerson(): OperationError {
  return new OperationError('usage', 'the name of the person who accepts this is unknown', {
    help: 'use --who <name>, or set user.name in git',
  })
}

/** The changes to accept. */
interface ChosenFrom {
  /** Fingerprints, or prefixes of some; or only `all`. */
  readonly wanted: readonly string[]
  /** `all` are those of this level and above that nobody has accepted. */
  readonly minLevel: ChangeLevel
  /** The accepted changes, by fingerprint. */
  readonly counting: ReadonlyMap<string, unknown>
}

/** A change, and its scenario. */
interface ChosenChange {
  readonly fingerprint: string
  readonly scenario: string
  readonly kind: string
  readonly level: ChangeLevel
}

/** Finds the changes with the given names. A name of no change, or of several, is an OperationError `usage`. */
function chosenChanges(
  groups: readonly ChangeGroup[],
  { wanted, minLevel, counting }: ChosenFrom,
): readonly ChosenChange[] {
  const all = groups.flatMap(({ key, changes }) =>
    changes.map(({ fingerprint, kind, level }): ChosenChange => ({ fingerprint, scenario: key, kind, level })),
  )
  if (!wanted.includes('all')) return wanted.map(name => oneChange(all, name))
  if (wanted.length > 1) {
    throw new OperationError('usage', '--accept takes fingerprints, or only "all"', { help: 'remove the others' })
  }
  const severe = changeLevels.slice(0, changeLevels.indexOf(minLevel) + 1)
  return all.filter(({ level, fingerprint }) => severe.includes(level) && !counting.has(fingerprint))
}

/** The minimum length of a prefix, so that it matches no change by chance. */
const shortest = 6

function oneChange(all: readonly ChosenChange[], name: string): ChosenChange {
  const found = new Map(
    all.filter(({ fingerprint }) => fingerprint.startsWith(name)).map(each => [each.fingerprint, each]),
  )
  const [change] = found.values()
  if (change !== undefined && found.size === 1 && name.length >= shortest) return change
  const message =
    name.length < shortest
      ? `"${name}" is too short for a fingerprint`
      : change === undefined
        ? `this diff has no change with the fingerprint "${name}"`
        : `${count(found.size, 'change has', 'changes have')} a fingerprint that begins with "${name}"`
  throw new OperationError('usage', message, {
    help: `--fail-on risky lists the fingerprints of failing changes; give at least ${shortest} letters`,
  })
}
