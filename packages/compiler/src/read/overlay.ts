import type { ProjectConfig } from '@scenewright/model/config'
import { textTest } from '../parse/formats.ts'
import { namedFolders } from '../project/source-folders.ts'
import { type DiscoveredFile, isSearched, isSourceName, keyBelow } from './discover.ts'

/**
 * Texts that replace files of a project without being written: those open in an editor, or a proposed change. By the
 * file's name, relative to the root, with forward slashes. A file that does not exist is added.
 */
export type Overlay = ReadonlyMap<string, string>

export const noOverlay: Overlay = new Map()

/** The sources in an overlay that would be found if they were files. */
export function overlaidSources(config: ProjectConfig, overlay: Overlay): readonly DiscoveredFile[] {
  const folders = namedFolders(config)
  return [...overlay].flatMap(([file, text]) => {
    const folder = folders.find(each => each === '.' || file.startsWith(`${each}/`))
    if (folder === undefined || !isSourceName(file) || textTest(file)?.(text) === false) return []
    const key = keyBelow(folder, file)
    return key.split('/').slice(0, -1).every(isSearched) ? [{ file, key }] : []
  })
}
