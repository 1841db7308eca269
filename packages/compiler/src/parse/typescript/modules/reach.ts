import type { Problem } from '../../problem.ts'
import type { Module } from './module.ts'

/** The problems and files found in a source and all its imports. */
export interface Reach {
  readonly problems: readonly Problem[]
  /** The files that were requested, whether or not they exist. */
  readonly dependencies: readonly string[]
}

/** Collects the problems and the files of a source and of everything that it imports. */
export function collectReach(source: Module): Reach {
  const problems = new Set<Problem>()
  const dependencies = new Set<string>()
  // A set is iterated in insertion order, including items that are added meanwhile.
  const modules = new Set([source])
  for (const { problems: own, asked, links } of modules) {
    for (const problem of own) problems.add(problem)
    for (const file of asked) dependencies.add(file)
    for (const link of links.values()) if ('unit' in link) modules.add(link)
  }
  return { problems: [...problems], dependencies: [...dependencies] }
}
