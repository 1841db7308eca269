import type { Project } from '@scenewright/compiler'
import { type Blobs, findImporters, type Repository } from '@scenewright/workspace/git'
import type { Invocation } from '../../shell/command.ts'

/** Two states of a project's files to compare. */
export interface Work {
  readonly invocation: Invocation
  readonly project: Project
  readonly repository: Repository
  readBlobs(ids: readonly string[]): Promise<Blobs>
  /** The names of all changed files. */
  readonly files: ReadonlySet<string>
}

/**
 * Creates the function that finds the sources whose scenarios may differ, at a commit or in the working tree: those
 * that `isChanged` selects, and those that may import changed files. With another config, all may differ.
 */
export async function touchedSources(
  { project, repository, files }: Work,
  commit: string | undefined,
  isChanged: (file: string) => boolean,
): Promise<(file: string) => boolean> {
  if (files.has(configNameOf(project))) return () => true
  const modules = [...files].filter(file => file.endsWith('.ts'))
  if (modules.length === 0) return isChanged
  const importers = await findImporters(repository, commit, modules)
  return file => isChanged(file) || importers.has(file)
}

/** The project file's name, whether or not there is one. */
export function configNameOf({ configFile }: Project): string {
  return configFile ?? 'scenewright.config.yaml'
}
