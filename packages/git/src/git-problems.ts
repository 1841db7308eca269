import { OperationError } from '@scenewright/model'
import type { GitOutcome } from './run-git.ts'

/**
 * An option of `git rev-parse` that exists since git 2.31, like the variables `GIT_CONFIG_COUNT`. An older git prints it
 * back.
 */
export const pathFormat = '--path-format=absolute'

/** The error for a git that ignores these variables. It names the version that a state in git requires. */
export function tooOld(): OperationError {
  return new OperationError('usage', 'this git is too old', {
    help: 'install git 2.32 or newer: `git --version` shows the present one',
  })
}

/** The error for a folder that is in no repository. */
export class NoRepository extends OperationError {
  constructor(folder: string, help: string) {
    super('usage', `"${folder}" is not in a git repository`, { help })
  }
}

/** The error for a repository that git refuses to use. */
export function notUsable(folder: string, { stderr }: Pick<GitOutcome, 'stderr'>): OperationError {
  const help = stderr.includes('dubious ownership')
    ? 'the repository belongs to another user: `git config --global --add safe.directory <its folder>` trusts it'
    : 'run `git status` there: it shows the same error'
  return new OperationError('usage', `git does not work in "${folder}": ${saying(stderr)}`, { help })
}

/** The first line of git's message, without its prefix, and what it lists below. Warnings come before it. */
export function saying(stderr: string): string {
  const lines = stderr.trim().split('\n')
  const first = Math.max(
    0,
    lines.findIndex(line => /^(?:fatal|error): /.test(line)),
  )
  const listed = lines.slice(first + 1).filter(line => line.startsWith('\t'))
  const text = lines[first]?.replace(/^(?:fatal|error): /, '') ?? ''
  return [text, ...listed.map(line => line.trim())].join(' ').trim() || 'no reason given'
}
