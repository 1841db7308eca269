import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type LocalGitSetting, NoRepository } from '@scenewright/git'
import { OperationError } from '@scenewright/model'
import { findDefaultBranch, openRepository, type Repository } from '@scenewright/workspace/git'
import { type CiHostName, ciHostNames, ciHosts } from './hosts.ts'

/** The repository data that CI needs. */
export interface CiRepository {
  /** Absolute, without links: the top of the working files. */
  readonly top: string
  /** The path from there to the project: empty, or `bots/shop/`. */
  readonly folder: string
  /** Whether there is a repository that git can read; if not, the project's folder counts as its top. */
  readonly isThere: boolean
  /** The reason why no CI file can be written: git fails or refuses the repository, or a host would misread the folder. */
  readonly refusal?: OperationError
  /** The default branch. */
  readonly branch: string
  /** What that branch is, if it is only a guess: several exist, and none is known as the default branch. */
  readonly guess?: string
  /** The hosts that its files or the addresses of its remotes suggest. */
  readonly hosts: readonly CiHostName[]
}

/** Reads it; without a repository, the folder counts as its top. Makes no requests to a host. */
export async function readRepository(setting: LocalGitSetting): Promise<CiRepository> {
  // The folders above a link are not those above the project.
  const folder = realpathSync(setting.folder)
  const repository = await openRepository(setting).catch((error: unknown) => {
    if (error instanceof OperationError) return error
    throw error
  })
  if (repository instanceof OperationError) {
    const plain = { isThere: false, top: folder, folder: '', branch: 'main', hosts: detectHosts(folder, []) }
    // Elsewhere than at the top, the host would not read the files.
    return repository instanceof NoRepository ? plain : { ...plain, refusal: repository }
  }
  const { prefix } = repository
  const top = resolve(
    folder,
    ...prefix
      .split('/')
      .slice(1)
      .map(() => '..'),
  )
  const remotes = await readOutput(repository, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'])
  const refusal = folderFault(prefix)
  const addresses = remotes.split('\0').map(entry => entry.slice(entry.indexOf('\n') + 1))
  return {
    isThere: true,
    top,
    folder: prefix,
    ...(refusal !== undefined && { refusal }),
    ...(await defaultBranch(repository)),
    hosts: detectHosts(top, addresses.map(serverOf)),
  }
}

/** The hosts read the path of an artifact as a pattern, GitLab also as a text with variables. */
function folderFault(folder: string): OperationError | undefined {
  if (!/^[!#~]|[*?[\]{}$\\\p{Cc}]/u.test(folder)) return undefined
  return new OperationError('usage', `the folder "${folder.slice(0, -1)}" has a name that is not allowed in CI files`, {
    help: 'rename it: in the paths of reports and receipts, CI hosts read characters such as [, * and $ as patterns or variables',
  })
}

/** What to do if the default branch was guessed, and `command` writes the CI files again; empty if it is known. */
export function guessAdvice({ branch, guess }: CiRepository, command: string): string {
  if (guess === undefined) return ''
  return `No default branch is known here, so the jobs run for "${branch}", ${guess}. If that is wrong, run \`git remote set-head origin --auto\`, then ${command} with --force.\n`
}

/** The server in the address of a remote, `https://gitlab.com/a/b` or `git@gitlab.com:a/b`; empty if it is a folder. */
function serverOf(address: string): string {
  const [, ofUrl, ofPath] = /^[a-z][\w+.-]*:\/\/(?:[^/@]*@)?([^/:]*)|^(?:[^/@]*@)?([^/:]+):/i.exec(address) ?? []
  return ofUrl ?? ofPath ?? ''
}

function detectHosts(top: string, remotes: readonly string[]): readonly CiHostName[] {
  return ciHostNames.filter(name => {
    const { signs } = ciHosts[name]
    return remotes.some(remote => signs.remote.test(remote)) || signs.files.some(file => existsSync(join(top, file)))
  })
}

/** The default branch, else the current one, else the only one. */
async function defaultBranch(repository: Repository): Promise<Pick<CiRepository, 'branch' | 'guess'>> {
  const known = await findDefaultBranch(repository)
  if (known !== undefined) return { branch: known.branch }
  const current = await readOutput(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
  const refs = await readOutput(repository, ['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes'])
  const all = refs.split('\n').filter(ref => ref !== '')
  const [only, ...more] = all.flatMap(ref => /^refs\/heads\/(.*)$/.exec(ref)?.[1] ?? [])
  const branch = current || (more.length === 0 ? only : undefined) || 'main'
  if (all.every(ref => ref.endsWith(`/${branch}`))) return { branch }
  return { branch, guess: current === '' ? 'a guess, as no branch is checked out' : 'the current branch' }
}

async function readOutput(repository: Repository, args: readonly string[]): Promise<string> {
  const { code, stdout } = await repository.try(args)
  return code === 0 ? stdout.toString('utf8').trim() : ''
}
