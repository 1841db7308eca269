import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { type Finding, OperationError } from '@scenewright/model'
import { withForwardSlashes } from '@scenewright/model/system'
import { compareText } from '@scenewright/model/text'
import type { Project } from '../project/open-project.ts'
import { sourceFolders } from '../project/source-folders.ts'
import { type DiscoveredFile, discover, isSourceName } from './discover.ts'
import { noOverlay, type Overlay, overlaidSources } from './overlay.ts'
import { unreadFinding } from './unread.ts'

/** A project's sources in the order of their names, and the problems that prevented finding others. */
export interface FoundSources {
  readonly files: readonly DiscoveredFile[]
  readonly findings: readonly Finding[]
}

/**
 * Finds a project's sources, or those at `paths`: files or folders, absolute or relative to its root. A path that does
 * not lead to a source is an OperationError.
 */
export function findSources(
  project: Project,
  paths: readonly string[] = [],
  overlay: Overlay = noOverlay,
): FoundSources {
  const found = chosen(project, discoverAll(project, overlay), paths)
  const files = found.filter(({ file }) => isSourceName(file))
  const others = found.filter(({ file }) => !isSourceName(file))
  return {
    files,
    findings: others.map(({ file, fault }) => unreadFinding({ file, scenario: null, message: `"${file}" ${fault}` })),
  }
}

/** The names of the sources at `paths`, as above. */
export function sourcesAt(project: Project, paths: readonly string[]): ReadonlySet<string> {
  return new Set(findSources(project, paths).files.map(({ file }) => file))
}

function discoverAll({ root, config }: Project, overlay: Overlay): readonly DiscoveredFile[] {
  const byName = new Map<string, DiscoveredFile>()
  for (const folder of sourceFolders(root, config)) {
    // For nested folders, the first one names its files.
    for (const file of discover(root, folder)) if (!byName.has(file.file)) byName.set(file.file, file)
  }
  for (const file of overlaidSources(config, overlay)) {
    if (!byName.has(file.file)) byName.set(file.file, file)
  }
  return [...byName.values()].sort((a, b) => compareText(a.file, b.file))
}

function chosen(project: Project, files: readonly DiscoveredFile[], paths: readonly string[]) {
  if (paths.length === 0) return files
  const wanted = paths.map(path => wantedPath(project, files, path))
  return files.filter(({ file }) => wanted.some(path => isAtOrBelow(file, path)))
}

function wantedPath({ root, config }: Project, files: readonly DiscoveredFile[], path: string): string {
  const full = isAbsolute(path) ? path : join(root, path)
  if (!existsSync(full)) throw notThere(full, path)
  const isFolder = statSync(full).isDirectory()
  const inside = wayInside(root, full, isFolder)
  const folders = sourceFolders(root, config)
  const isSource = isFolder
    ? folders.some(folder => isAtOrBelow(inside, folder) || isAtOrBelow(folder, inside))
    : files.some(({ file }) => file === inside)
  if (isSource) return inside
  throw new OperationError('usage', `"${path}" is not a source`, {
    help: `Sources are named *.scenario.yaml, *.scenario.ts, *.test.yaml or *.test.ts and are below ${folders.join(', ') || 'a folder named scenarios'}.`,
  })
}

/**
 * The way from the root to a path. If it leaves the root, one of them may lead through a link to the same folder, as
 * `$PWD` does: then their real folders are compared. A source may be a link itself.
 */
function wayInside(root: string, full: string, isFolder: boolean): string {
  const way = wayFrom(root, full)
  if (!leaves(way)) return way
  const real = isFolder ? realpathSync(full) : join(realpathSync(dirname(full)), basename(full))
  return wayFrom(realpathSync(root), real)
}

function wayFrom(root: string, full: string): string {
  return withForwardSlashes(relative(root, full)).replace(/\/$/, '')
}

function leaves(way: string): boolean {
  return way === '..' || way.startsWith('../') || isAbsolute(way)
}

function notThere(full: string, path: string): OperationError {
  const isLink = lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink
    ? new OperationError('usage', `"${path}" is a link to a missing file`, {
        help: 'change it to point to a file, or delete it',
      })
    : new OperationError('usage', `"${path}" does not exist`, {
        help: path.includes('\ufffd') ? "the file's name is not UTF-8: rename it" : 'to read all sources, give no path',
      })
}

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`)
}
