import { lstat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import { type CommandDefinition, type Invocation, numberOption, type SharedOptions } from '../../shell/command.ts'
import { readInput } from '../../shell/files.ts'
import type { CommentHost, HostSetting } from './comment/comment-host.ts'
import { type CommentOutcome, postComment } from './comment/post-comment.ts'
import { type CiHostName, ciHostNames, ciHosts, useHost } from './hosts.ts'

interface Options extends SharedOptions {
  readonly file?: readonly string[]
  readonly host?: CiHostName
  readonly pullRequest?: number
  readonly name?: string
}

/**
 * Runs with a token that has write permission, so it opens no project, reads no config and runs no code: from a pull
 * request it takes only these files, which are text.
 */
export const ciComment: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    command
      .option('--file <path...>', 'markdown reports, of diff and plan; missing files are left out')
      .addOption(
        command.createOption('--host <name>', 'the CI host (default: detected from the CI run)').choices(ciHostNames),
      )
      .option(
        '--pull-request <number>',
        'the pull or merge request (default: that of the run)',
        numberOption('--pull-request', 1),
      )
      .option('--name <name>', 'identifies one of several comments on a pull request'),
  examples: [
    ['scenewright ci comment --file diff.md plan.md', 'write both into one comment, the same one every time'],
    ['scenewright ci comment --file diff.md --pull-request 12', 'in a run without a pull request'],
  ],
  async run(invocation, _args, options) {
    const { file = [], name = '', format } = options
    if (file.length === 0) {
      throw new OperationError('usage', 'no reports given', {
        help: 'name the reports: scenewright ci comment --file diff.md plan.md',
      })
    }
    const { texts, missing } = await readReports(invocation.cwd, file)
    for (const path of missing) invocation.terminal.err(visible(`"${path}" does not exist, so it is skipped\n`))
    const host = await openHost(invocation, options)
    const outcome = await postComment(host, { name, reports: texts })
    if (format === 'json') invocation.terminal.out(json({ host: host.title, outcome }))
    else invocation.terminal.err(`${messages[outcome]}\n`)
    return 0
  },
}

const messages: { readonly [outcome in CommentOutcome]: string } = {
  created: 'Created the comment.',
  updated: 'Updated the comment.',
  unchanged: 'The comment is already up to date.',
  silent: 'No changes, so there is no comment.',
}

async function openHost({ env, signal }: Invocation, { host, pullRequest }: Options): Promise<CommentHost> {
  const setting: HostSetting = { env, signal, ...(pullRequest !== undefined && { pullRequest }) }
  return ciHosts[host ?? hostIn(env)].comments(setting)
}

function hostIn(env: Invocation['env']): CiHostName {
  const [host, ...others] = ciHostNames.filter(name => env[ciHosts[name].ownVariable] !== undefined)
  if (host !== undefined && others.length === 0) return host
  throw new OperationError('usage', 'the CI host of this run could not be detected', { help: useHost })
}

/** Reports as they were found; `missing` names the files that do not exist. */
export interface FoundReports {
  readonly texts: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Reads the files of a comment. A step with nothing to report has created none; if there are none at all, that is a
 * usage error. They may come from an untrusted pull request, so links are not followed: one could lead to the token of
 * this run.
 */
export async function readReports(cwd: string, paths: readonly string[]): Promise<FoundReports> {
  const texts: string[] = []
  const missing: string[] = []
  for (const path of paths) {
    const found = await lstat(resolve(cwd, path)).catch(() => undefined)
    if (found === undefined) missing.push(path)
    else if (found.isFile()) texts.push(await readInput(cwd, path))
    else throw new OperationError('usage', `"${path}" is not a file`, { help: 'name files; links are not followed' })
  }
  if (texts.length > 0) return { texts, missing }
  throw new OperationError('usage', `none of these files exists: ${paths.map(path => `"${path}"`).join(', ')}`, {
    help: 'write one first: scenewright diff --format markdown > diff.md',
  })
}
