import type { Invocation } from '../command.ts'
import type { KeptFile } from '../kept-file/read-kept-file.ts'
import { count } from '../report/count.ts'
import type { AcceptOptions } from './accept-options.ts'
import {
  type Acceptance,
  type AcceptedChange,
  addedEntries,
  type ChangeGroup,
  judgeAccepted,
  tidyAccepted,
} from './accepted.ts'
import { readAccepted, writeAccepted } from './accepted-file.ts'
import type { ChosenFrom } from './chosen-changes.ts'
import { newEntries } from './new-entries.ts'

/** What is asked of the file. */
export interface AcceptQuestion {
  readonly file: KeptFile
  /** Absolute: the folder whose git knows who accepts. */
  readonly root: string
  readonly groups: readonly ChangeGroup[]
  /** What the base has accepted; undefined where that is not known. */
  readonly base?: readonly AcceptedChange[]
  /** Whether the diff lacks changes of this kind because nobody asked about them. */
  isUnasked?(kind: string): boolean
  /** Of this level and above is all. */
  readonly least: ChosenFrom['least']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What counts for a diff, and what a person should know of it, a line each. */
export interface KeptAcceptance extends Acceptance {
  /** What the head accepts and the base does not. */
  readonly added: readonly AcceptedChange[]
  readonly notes: readonly string[]
}

/**
 * Reads what a project has accepted, adds to it and prunes it as the options say, and judges it for a diff. What the
 * options want and there is not is an OperationError, and then nothing is written.
 */
export async function keepAccepted(
  invocation: Invocation,
  options: AcceptOptions,
  question: AcceptQuestion,
): Promise<KeptAcceptance> {
  const { file, groups, now } = question
  const before = await readAccepted(file)
  const today = new Date(now).toISOString().slice(0, 10)
  const { counting } = judgeAccepted(before, groups, today)
  const added = await newEntries(invocation, options, { ...question, counting, today })
  const isAnew = new Set(added.map(({ fingerprint }) => fingerprint))
  const all = tidyAccepted([...before.filter(({ fingerprint }) => !isAnew.has(fingerprint)), ...added])
  const isGone = ({ kind }: AcceptedChange) => question.isUnasked?.(kind) !== true
  const gone = judgeAccepted(all, groups, today).gone.filter(isGone)
  const after = options.pruneAccepted ? all.filter(entry => !gone.includes(entry)) : all
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeAccepted(file, after)
  const judged = judgeAccepted(after, groups, today)
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
  { name }: KeptFile,
  { accepts, added, pruned }: { readonly accepts: boolean; readonly added: number; readonly pruned: number },
): readonly string[] {
  return [
    ...(accepts && added === 0 ? ['nothing is left to accept'] : []),
    ...(added > 0 ? [`"${name}" now accepts ${count(added, 'change')} of these`] : []),
    ...(pruned > 0 ? [`${count(pruned, 'entry', 'entries')} taken out of "${name}"`] : []),
  ]
}

function notesOf({ name }: KeptFile, { over, gone }: Acceptance): readonly string[] {
  return [
    ...over.map(
      ({ scenario, kind, until, who }) =>
        `"${name}": ${kind} in "${scenario}", accepted by ${who}, counted until ${until}`,
    ),
    ...(gone.length > 0
      ? [
          `${count(gone.length, 'entry', 'entries')} of "${name}" ${gone.length === 1 ? 'is of a change' : 'are of changes'} that this diff has not; --prune-accepted takes that out`,
        ]
      : []),
  ]
}
