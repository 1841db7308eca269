import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { nearest, OperationError } from '@scenewright/model'
import type { Repository } from './repository.ts'

/** The commit that the working files are compared with. */
export interface Base {
  /** What it was found by: a branch or whatever else was named. */
  readonly name: string
  /** The merge base of that and HEAD. */
  readonly commit: string
}

/** What a person has asked for. */
export interface BaseQuestion {
  /** The default branch where none is named. */
  readonly base?: string
  /** The working folder, where a path may have been taken for a base. */
  readonly cwd: string
}

/**
 * Finds where the work at hand left the base that is named, else the default branch. What stands in the way is an
 * OperationError that says what to do.
 */
export async function findBase(repository: Repository, { base, cwd }: BaseQuestion): Promise<Base> {
  if ((await commitOf(repository, 'HEAD')) === undefined) {
    throw new OperationError('usage', 'the repository has no commit yet, so there is nothing to compare with', {
      help: 'check without --changed until there is a first one',
    })
  }
  const { name, commit } =
    base === undefined ? await defaultBranch(repository) : await namedCommit(repository, base, cwd)
  const { code, stdout } = await repository.try(['merge-base', 'HEAD', commit])
  if (code !== 0) throw unrelated(repository, name)
  return { name, commit: stdout.toString('utf8').trim() }
}

async function commitOf(repository: Repository, revision: string): Promise<string | undefined> {
  const { code, stdout } = await repository.try(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
  return code === 0 ? stdout.toString('utf8').trim() : undefined
}

async function defaultBranch(repository: Repository): Promise<Base> {
  const { stdout } = await repository.try(['config', '--get', 'init.defaultBranch'])
  const names = [stdout.toString('utf8').trim(), 'main', 'master'].filter(Boolean)
  const refs = names.flatMap(name => [`refs/remotes/origin/${name}`, `refs/heads/${name}`])
  for (const ref of ['refs/remotes/origin/HEAD', ...refs]) {
    const commit = await commitOf(repository, ref)
    if (commit !== undefined) return { name: ref.replace(/^refs\/(?:remotes|heads)\//, ''), commit }
  }
  throw new OperationError('usage', 'there is no default branch here to compare with', {
    help: `name a base: --changed origin/main${repository.isShallow ? `; ${deepen}` : ''}`,
  })
}

const deepen = 'this clone holds a part of the history alone: in CI fetch all of it (fetch-depth: 0)'

async function namedCommit(repository: Repository, named: string, cwd: string): Promise<Base> {
  // What begins with a dash would be an option to git; no branch does.
  const commit = named === '' || named.startsWith('-') ? undefined : await commitOf(repository, named)
  if (commit !== undefined) return { name: named, commit }
  if (named !== '' && existsSync(resolve(cwd, named))) throw takenForBase(named)
  const help = [await nearName(repository, named), repository.isShallow ? deepen : undefined].filter(Boolean)
  throw new OperationError('usage', `there is no branch, tag or commit "${named}" to compare with`, {
    help: help.length > 0 ? help.join('; ') : 'name one that `git log` knows, such as origin/main',
  })
}

function takenForBase(path: string): OperationError {
  return new OperationError('usage', `"${path}" stands where --changed takes a base, and is no branch, tag or commit`, {
    help: `write the path first: scenewright check ${path} --changed`,
  })
}

async function nearName(repository: Repository, named: string): Promise<string | undefined> {
  const refs = ['refs/heads', 'refs/remotes', 'refs/tags']
  const { stdout } = await repository.try(['for-each-ref', '--format=%(refname:lstrip=2)', ...refs])
  const names = stdout.toString('utf8').split('\n').filter(Boolean)
  const remote = names.find(name => name.endsWith(`/${named}`) && named !== '')
  const near = remote ?? nearest(named, names)
  return near === undefined ? undefined : `did you mean "${near}"?`
}

function unrelated({ isShallow }: Repository, name: string): OperationError {
  return new OperationError('usage', `git knows no commit that HEAD and "${name}" have in common`, {
    help: isShallow ? `${deepen}, on a machine of your own run \`git fetch --unshallow\`` : 'name another base',
  })
}
