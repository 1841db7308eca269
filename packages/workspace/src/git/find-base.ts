import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { Repository } from './repository.ts'

/** The base commit of a comparison. */
export interface Base {
  /** The name that the base was found by: a branch or any other revision. */
  readonly name: string
  /** The merge base of that and the compared revision. */
  readonly commit: string
}

/** How the user specifies a base, for help. */
interface BaseSyntax {
  /** The option or argument for the base. */
  readonly where: string
  /** An example call. */
  written(base: string): string
  /** Help if an existing path is given. */
  forPath(path: string): string
  /** Help for a repository without a commit. */
  readonly without: string
}

/** The requested base. */
export interface BaseRequest {
  /** By default, the default branch. */
  readonly base?: string
  /** The revision to compare; by default HEAD. */
  readonly head?: string
  /** Whether to use the base itself instead of the merge base. */
  readonly isExact?: boolean
  /** The working folder, to recognize a path that was given as a base. */
  readonly cwd: string
  readonly syntax?: BaseSyntax
}

const changedOption: BaseSyntax = {
  where: '--changed takes a base',
  written: base => `--changed ${base}`,
  forPath: path => `write the path first: scenewright check ${path} --changed`,
  without: 'check without --changed until there is a first commit',
}

/**
 * Finds the merge base of the present work, or another head, and the given base, by default the default branch. A
 * problem is an OperationError with advice.
 */
export async function findBase(repository: Repository, request: BaseRequest): Promise<Base> {
  const { base, head = 'HEAD', isExact = false, syntax = changedOption } = request
  const fork = base === undefined || isExact ? undefined : await findFork(repository, base, head)
  if (fork !== undefined) return fork.base
  const { name, commit } = await wantedCommit(repository, request).catch(async (error: unknown) => {
    if ((await resolveCommit(repository, 'HEAD')) !== undefined) throw error
    throw new OperationError('usage', 'the repository has no commit yet, so there is nothing to compare with', {
      help: syntax.without,
    })
  })
  if (isExact) return { name, commit }
  const { code, stdout } = await repository.try(['merge-base', head, commit])
  if (code !== 0) throw unrelated(repository, head, name)
  return { name, commit: stdout.toString('utf8').trim() }
}

/**
 * The commit of a head, and its merge base, with one call of git instead of three. Undefined if the two must be
 * resolved separately, to report the problem.
 */
export async function findFork(
  repository: Repository,
  base: string,
  head: string,
): Promise<{ readonly base: Base; readonly head: Base } | undefined> {
  if (isNoRevision(base) || isNoRevision(head)) return undefined
  const { code, stdout } = await repository.try(['rev-parse', `${base}^{commit}...${head}^{commit}`, '--'])
  // The head, the base, and the merge base: there may be several, of which the first is used.
  const [commit, , fork] = code === 0 ? stdout.toString('utf8').split('\n') : []
  if (commit === undefined || fork?.startsWith('^') !== true) return undefined
  return { base: { name: base, commit: fork.slice(1) }, head: { name: head, commit } }
}

/**
 * Whether a name cannot be a revision: git would interpret a leading dash as an option, and two dots as a range, and no
 * program takes a NUL. No branch has such a name.
 */
function isNoRevision(named: string): boolean {
  return named === '' || named.startsWith('-') || named.includes('..') || named.includes('\0')
}

function wantedCommit(repository: Repository, request: BaseRequest): Promise<Base> {
  const { base, syntax = changedOption } = request
  return base === undefined ? defaultBranch(repository, syntax) : namedCommit(repository, base, request)
}

async function resolveCommit(repository: Repository, revision: string): Promise<string | undefined> {
  const objectOf = async (name: string) => {
    const { code, stdout } = await repository.try(['rev-parse', '--verify', '--quiet', name])
    return code === 0 ? stdout.toString('utf8').trim() : undefined
  }
  // In two steps: in a search such as `:/text`, a suffix would belong to the text.
  const object = await objectOf(revision)
  return object === undefined ? undefined : objectOf(`${object}^{commit}`)
}

async function defaultBranch(repository: Repository, { written }: BaseSyntax): Promise<Base> {
  const found = await findDefaultBranch(repository)
  if (found !== undefined) return { name: found.ref.replace(/^refs\/(?:remotes|heads)\//, ''), commit: found.commit }
  throw new OperationError('usage', 'there is no default branch here to compare with', {
    help: `name a base: ${written('origin/main')}${repository.isShallow ? `; ${deepen}` : ''}`,
  })
}

/**
 * The default branch: the one that origin/HEAD names, else `init.defaultBranch`, main or master, each on origin first.
 * Undefined if none of these exists.
 */
export async function findDefaultBranch(
  repository: Repository,
): Promise<{ readonly branch: string; readonly ref: string; readonly commit: string } | undefined> {
  const { stdout } = await repository.try(['config', '--get', 'init.defaultBranch'])
  const names = [stdout.toString('utf8').trim(), 'main', 'master'].filter(Boolean)
  const refs = names.flatMap(name => [`refs/remotes/origin/${name}`, `refs/heads/${name}`])
  const wanted = ['refs/remotes/origin/HEAD', ...refs]
  const format = ['for-each-ref', '--format=%(objectname) %(refname) %(symref)', ...wanted]
  const listed = (await repository.try(format)).stdout.toString('utf8').split('\n')
  // Git also lists the branches below a name, such as main/next.
  const found = new Map(listed.map(line => line.split(' ')).map(([commit, ref, target]) => [ref, { commit, target }]))
  for (const ref of wanted) {
    const { commit, target } = found.get(ref) ?? {}
    if (commit !== undefined) {
      return { branch: (target || ref).replace(/^refs\/(?:remotes\/origin|heads)\//, ''), ref, commit }
    }
  }
  return undefined
}

const deepen = 'this clone contains only a part of the history: in CI, fetch all of it (fetch-depth: 0)'

/** The commit of a revision given by the user. One that does not exist is an OperationError `usage`. */
export async function namedCommit(
  repository: Repository,
  named: string,
  { cwd, syntax = changedOption }: Pick<BaseRequest, 'cwd' | 'syntax'>,
): Promise<Base> {
  const commit = isNoRevision(named) ? undefined : await resolveCommit(repository, named)
  if (commit !== undefined) return { name: named, commit }
  if (named !== '' && existsSync(resolve(cwd, named))) throw takenForBase(named, syntax)
  const help = [await nearName(repository, named), repository.isShallow ? deepen : undefined].filter(Boolean)
  throw new OperationError('usage', `there is no branch, tag or commit "${named}" to compare with`, {
    help: help.length > 0 ? help.join('; ') : 'use a revision that `git log` accepts, such as HEAD~1',
  })
}

function takenForBase(path: string, { where, forPath }: BaseSyntax): OperationError {
  return new OperationError('usage', `"${path}" is a path, not a branch, tag or commit: ${where}`, {
    help: forPath(path),
  })
}

async function nearName(repository: Repository, named: string): Promise<string | undefined> {
  const refs = ['refs/heads', 'refs/remotes', 'refs/tags']
  const { stdout } = await repository.try(['for-each-ref', '--format=%(refname:lstrip=2)', ...refs])
  const names = stdout.toString('utf8').split('\n').filter(Boolean)
  const remote = names.find(name => name.endsWith(`/${named}`) && named !== '')
  // Without the remote, there may be a branch of that name.
  const local = names.find(name => named.endsWith(`/${name}`))
  const near = remote ?? local ?? nearest(named, names)
  return near === undefined ? undefined : `did you mean "${near}"?`
}

function unrelated({ isShallow }: Repository, head: string, name: string): OperationError {
  return new OperationError('usage', `${head} and "${name}" have no common commit`, {
    help: isShallow ? `${deepen}, or on your own machine run \`git fetch --unshallow\`` : 'name another base',
  })
}
