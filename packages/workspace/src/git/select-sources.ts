import { resolve } from 'node:path'
import type { Only, Rename, SourceReport } from '@scenewright/checker'
import { type Project, sourcesAt } from '@scenewright/compiler'
import type { Host } from '../host.ts'

/** The option that asks about what has changed alone. */
export interface ChangedOption {
  /** The base that it is compared with; true for the default branch. */
  readonly changed?: string | boolean
}

/** The requested part of a project. */
export interface SelectedSources {
  /** All of it where that is undefined. */
  readonly only: Only | undefined
  /** Scenarios whose key differs from the one at the base; empty without a base. */
  readonly renames: readonly Rename[]
  /** Notes for the user, one line each. */
  readonly notes: readonly string[]
}

/** The inputs for finding the requested part. */
export interface Question extends ChangedOption {
  readonly project: Project
  /** Files and folders, relative to the working folder. */
  readonly paths: readonly string[]
  /** Of all sources; asked for only where it is needed. */
  reports(): readonly SourceReport[]
}

/**
 * Finds what is asked about: what is below the paths, and with --changed what of that has changed. A path that leads to
 * no source is an OperationError, and so is what git cannot answer.
 */
export async function selectSources(host: Host, question: Question): Promise<SelectedSources> {
  const { project, paths, changed } = question
  const below =
    paths.length > 0
      ? sourcesAt(
          project,
          paths.map(path => resolve(host.cwd, path)),
        )
      : undefined
  if (changed === undefined || changed === false) {
    return { only: below && { files: below }, renames: [], notes: [] }
  }
  // Loaded when it is needed: a plain check asks nothing of git.
  const { changesSince } = await import('./changes-since.ts')
  const { env, signal, cwd } = host
  const base = changed === true ? {} : { base: changed }
  const since = await changesSince({ project, reports: question.reports(), env, signal, cwd, ...base })
  return { ...since, only: within(since.only, below) }
}

function within(only: Only | undefined, below: ReadonlySet<string> | undefined): Only | undefined {
  if (below === undefined) return only
  if (only === undefined) return { files: below }
  return { ...only, files: new Set([...only.files].filter(file => below.has(file))) }
}
