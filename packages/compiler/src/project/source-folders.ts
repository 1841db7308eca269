import { join, normalize } from 'node:path'
import type { ProjectConfig } from '@scenewright/model/config'
import { statsAt } from '@scenewright/model/file-access'
import { leadsOut, withForwardSlashes } from '@scenewright/model/system'

const defaultFolder = 'scenarios'

/** The folders that may contain a project's sources, relative to its root. */
export function namedFolders(config: ProjectConfig): readonly string[] {
  return (config.sources ?? [defaultFolder]).map(tidy)
}

/**
 * The folders with a project's sources, relative to its root. The default folder only if it exists; those of the config
 * always.
 */
export function sourceFolders(root: string, config: ProjectConfig): readonly string[] {
  const folders = namedFolders(config)
  return config.sources === undefined ? folders.filter(folder => isFolder(join(root, folder))) : folders
}

/** Returns the error of a folder that the config names, or undefined. */
export function findFolderFault(root: string, folder: string): string | undefined {
  if (leadsOut(folder)) return 'is outside the project'
  return isFolder(join(root, tidy(folder))) ? undefined : 'is not an existing folder'
}

function tidy(folder: string): string {
  const path = withForwardSlashes(normalize(folder)).replace(/\/$/, '')
  return path === '' ? '.' : path
}

function isFolder(path: string): boolean {
  return statsAt(path)?.isDirectory() === true
}
