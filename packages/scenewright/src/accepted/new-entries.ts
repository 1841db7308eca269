import { OperationError } from '@scenewright/model'
import type { Invocation } from '../command.ts'
import { runGit } from '../git/run-git.ts'
import type { AcceptOptions } from './accept-options.ts'
import type { AcceptedChange, ChangeGroup } from './accepted.ts'
import { type ChosenFrom, chosenChanges } from './chosen-changes.ts'
import { isDay } from './is-day.ts'

/** Of what changes entries are made, and when. */
interface Occasion extends Omit<ChosenFrom, 'wanted'> {
  /** Absolute: the folder whose git knows who accepts. */
  readonly root: string
  readonly groups: readonly ChangeGroup[]
  /** A day in UTC, `2026-12-31`. */
  readonly today: string
}

/** Makes an entry of each change that the options accept. What they leave open or name wrongly is an OperationError. */
export async function newEntries(
  invocation: Invocation,
  { accept, reason, until, who }: AcceptOptions,
  { root, groups, today, ...from }: Occasion,
): Promise<readonly AcceptedChange[]> {
  if (accept === undefined) {
    if (reason === undefined && until === undefined && who === undefined) return []
    throw new OperationError('usage', '--reason, --until and --who say something of what is accepted', {
      help: 'name the changes: --accept <fingerprint>, or --accept all',
    })
  }
  if (reason === undefined || reason.trim() === '') {
    throw new OperationError('usage', 'nothing is accepted without a reason', {
      help: 'say why it is meant, for who reads the file later: --reason <text>',
    })
  }
  const chosen = chosenChanges(groups, { ...from, wanted: accept })
  const name = (who ?? (await nameInGit(invocation, root))).trim()
  if (name === '') throw nobody()
  const entry = { reason: reason.trim(), who: name, ...untilOf(until, today) }
  return chosen.map(({ fingerprint, scenario, kind }) => ({ fingerprint, scenario, kind, ...entry }))
}

function untilOf(until: string | undefined, today: string): { readonly until?: string } {
  if (until === undefined) return {}
  if (isDay(until) && until >= today) return { until }
  throw new OperationError('usage', isDay(until) ? `"${until}" is over` : `--until takes a day, not "${until}"`, {
    help: 'write the last day on which it counts as 2026-12-31',
  })
}

/** Empty where git knows no name. */
async function nameInGit({ env, signal }: Invocation, folder: string): Promise<string> {
  const { code, stdout } = await runGit({ folder, env, signal }, ['config', 'user.name'])
  return code === 0 ? stdout.toString('utf8') : ''
}

function nobody(): OperationError {
  return new OperationError('usage', 'it is not known who accepts this', {
    help: 'say so with --who <name>, or set user.name in git',
  })
}
