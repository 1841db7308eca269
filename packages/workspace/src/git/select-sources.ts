import { resolve } from 'node:path'
import type { Only, Rename, SourceReport } from '@scenewright/checker'
import { type Project, sourcesAt } from '@scenewright/compiler'
import type { Host } from '../host.ts'

/** The option that selects changed sources. */
export interface ChangedOption {
  /** The base of the comparison; true for the default branch. */
  readonly changed?: string | boolean
}

/** The selected part of a project. */
export interface SelectedSources {
  /** The whole project if undefined. */
  readonly only: Only | undefined
  /** Scenarios whose key differs from the one at the base; empty without a base. */
  readonly renames: readonly Rename[]
  /** Notes for the user, one line each. */
  readonly notes: readonly string[]
}

/** The part of a project to select. */
export interface SourceSelection extends ChangedOption {
  readonly project: Project
  /** Files and folders, relative to the working folder. */
  readonly paths: readonly string[]
  /** The reports of all sources; called only if needed. */
  reports(): readonly SourceReport[]
}

/**
 * Selects the sources below the paths, and with --changed only the changed ones among them. A path that does not lead
 * to a source is an OperationError, and so is a failure of git.
 */
export async function selectSources(host: Host, selection: SourceSelection): Promise<SelectedSources> {
  const { project, paths, changed } = selection
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
  // Loaded on demand: a plain check does not use git.
  const { changesSince } = await import('./changes-since.ts')
  const { env, signal, cwd } = host
  const base = changed === true ? {} : { base: changed }
  const since = await changesSince({ project, reports: selection.reports(), env, signal, cwd, ...base })
  return { ...since, only: within(since.only, below) }
}

function within(only: Only | undefined, below: ReadonlySet<string> | undefined): Only | undefined {
  if (below === undefined) return only
  if (only === undefined) return { files: below }
  return { ...only, files: new Set([...only.files].filter(file => below.has(file))) }
}
