import type { ScenarioDiff } from '@scenewright/differ'
import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { runGit } from '../git/run-git.ts'
import type { KeptFile } from '../kept-file/read-kept-file.ts'
import { count } from '../report/count.ts'
import type { AcceptOptions } from './accept-options.ts'
import { type Acceptance, type AcceptedChange, judgeAccepted, tidyAccepted } from './accepted.ts'
import { readAccepted, writeAccepted } from './accepted-file.ts'
import { type ChosenFrom, chosenChanges } from './chosen-changes.ts'

/** What is asked of the file. */
export interface AcceptQuestion {
  readonly file: KeptFile
  /** Absolute: the folder whose git knows who accepts. */
  readonly root: string
  readonly scenarios: readonly ScenarioDiff[]
  /** Of this level and above is all. */
  readonly least: ChosenFrom['least']
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What counts for a diff, and what a person should know of it, a line each. */
export interface KeptAcceptance extends Acceptance {
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
  const { file, scenarios, now } = question
  const before = await readAccepted(file)
  const today = new Date(now).toISOString().slice(0, 10)
  const { counting } = judgeAccepted(before, scenarios, today)
  const added = await addedEntries(invocation, options, { ...question, counting, today })
  const isAnew = new Set(added.map(({ fingerprint }) => fingerprint))
  const all = tidyAccepted([...before.filter(({ fingerprint }) => !isAnew.has(fingerprint)), ...added])
  const { gone } = judgeAccepted(all, scenarios, today)
  const after = options.pruneAccepted ? all.filter(entry => !gone.includes(entry)) : all
  if (JSON.stringify(after) !== JSON.stringify(before)) await writeAccepted(file, after)
  const acceptance = judgeAccepted(after, scenarios, today)
  return {
    ...acceptance,
    notes: [
      ...changeNotes(file, {
        accepts: options.accept !== undefined,
        added: added.length,
        pruned: all.length - after.length,
      }),
      ...notesOf(file, acceptance),
    ],
  }
}

async function addedEntries(
  invocation: Invocation,
  { accept, reason, until, who }: AcceptOptions,
  {
    root,
    scenarios,
    least,
    counting,
    today,
  }: AcceptQuestion & Pick<Acceptance, 'counting'> & { readonly today: string },
): Promise<readonly AcceptedChange[]> {
  if (accept === undefined) {
    if (reason === undefined && until === undefined && who === undefined) return []
    throw new OperationError('usage', '--reason, --until and --who say something of what is accepted', {
      help: 'name the changes: --accept <fingerprint>, or --accept all',
    })
  }
  if (reason === undefined || reason.trim() === '') {
    throw new OperationError('usage', 'nothing is accepted without a reason', {
      help: 'say why it is meant, for who reads the file later: --reason "…"',
    })
  }
  const chosen = chosenChanges(scenarios, { wanted: accept, least, counting })
  const entry = { reason: reason.trim(), who: who ?? (await nameOf(invocation, root)), ...untilOf(until, today) }
  return chosen.map(({ fingerprint, scenario, kind }) => ({ fingerprint, scenario, kind, ...entry }))
}

function untilOf(until: string | undefined, today: string): { readonly until?: string } {
  if (until === undefined) return {}
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(until) && new Date(`${until}T00:00:00Z`).toJSON()?.startsWith(until)
  if (isDay === true && until >= today) return { until }
  throw new OperationError('usage', isDay === true ? `"${until}" is over` : `--until takes a day, not "${until}"`, {
    help: 'write the last day on which it counts as 2026-12-31',
  })
}

async function nameOf({ env, signal }: Invocation, root: string): Promise<string> {
  const { code, stdout } = await runGit({ folder: root, env, signal }, ['config', 'user.name'])
  const name = stdout.toString('utf8').trim()
  if (code === 0 && name !== '') return name
  throw new OperationError('usage', 'git knows no user.name, so nobody knows who accepts this', {
    help: 'say so with --who <name>',
  })
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
