import type { Project } from '@scenewright/compiler'
import { type Blobs, findImporters, type Links, linksTo, type Repository } from '@scenewright/workspace/git'
import type { Invocation } from '../../shell/command.ts'
import { holdsScenarios } from './source-folder.ts'

/** Two states of a project's files to compare. */
export interface Work {
  readonly invocation: Invocation
  readonly project: Project
  readonly repository: Repository
  readBlobs(ids: readonly string[]): Promise<Blobs>
  /** The names of all changed files. */
  readonly files: ReadonlySet<string>
  /** The links of both sides; undefined if these differ, so that unchanged files may have other names. */
  readonly links: Links | undefined
}

/**
 * Creates the function that finds the sources whose scenarios may differ, at a commit or in the working tree: those
 * that `match` finds among changed files, those that are links to one, and those that may import one. With another
 * config or other links, all may differ.
 */
export async function touchedSources(
  { project, repository, files, links }: Work,
  commit: string | undefined,
  match: (changed: ReadonlySet<string>) => (file: string) => boolean,
): Promise<(file: string) => boolean> {
  const configFile = configNameOf(project)
  if (links === undefined || files.has(configFile)) return () => true
  const leading = linksTo(links, files)
  if (leading.has(configFile)) return () => true
  const modules = [...files].filter(file => file.endsWith('.ts'))
  const importers = modules.length > 0 ? await findImporters(repository, commit, { files: modules, links }) : []
  // A link to a folder is not a changed source: of the files in it, those that changed are listed themselves.
  const sources = [...leading, ...importers].filter(holdsScenarios)
  return match(new Set([...files, ...sources.map(file => file.normalize('NFC'))]))
}

/** The project file's name, whether or not there is one. */
export function configNameOf({ configFile }: Project): string {
  return configFile ?? 'scenewright.config.yaml'
}
