import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The default ref for the state of an environment; `root`: the project's folder, absolute. */
export function stateRef(environment: string, root: string): string {
  return `refs/scenewright/${stateName(environment, root)}`
}

/** The branch for it on a host that accepts only branches and tags. */
export function stateBranch(environment: string, root: string): string {
  return branchFor(stateRef(environment, root))
}

/** The branch that replaces such a ref. */
export function branchFor(ref: string): string {
  return `refs/heads/scenewright-state/${ref.replace(/^refs\/(scenewright\/)?/, '')}`
}

/** Several projects of one repository may have environments of the same name. */
function stateName(environment: string, root: string): string {
  return [...foldersInRepository(root), environment].map(refPart).join('/')
}

/**
 * The path from the top of the repository to the project; empty without a repository. Links are resolved: a project that
 * is reached in two ways has one state.
 */
function foldersInRepository(root: string): readonly string[] {
  const folder = realpathSync(root)
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return relative(top, folder).split(sep).filter(Boolean)
    if (dirname(top) === top) return []
  }
}

/** A name may contain characters that refs do not allow: these are written as their bytes. */
function refPart(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, character => {
    return [...Buffer.from(character)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  })
}
