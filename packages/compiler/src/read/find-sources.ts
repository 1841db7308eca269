import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { type Finding, OperationError } from '@scenewright/model'
import { leadsOut, withForwardSlashes } from '@scenewright/model/system'
import { compareText } from '@scenewright/model/text'
import { isTestFile } from '../parse/formats.ts'
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

/**
 * Whether a file would be a source of scenarios if it existed. Its name is relative to the root, with forward slashes.
 */
export function wouldHaveScenarios({ config }: Pick<Project, 'config'>, file: string): boolean {
  return !isTestFile(file) && overlaidSources(config, new Map([[file, '']])).length > 0
}

/** The names of the sources at `paths`, as above. */
export function sourcesAt(project: Project, paths: readonly string[]): ReadonlySet<string> {
  return new Set(findSources(project, paths).files.map(({ file }) => file))
}

/**
 * The name of an existing file or folder, relative to the root. An absolute path may lead to the root through a link,
 * such as a path that begins with the `$PWD` of a shell.
 */
export function nameInProject(root: string, full: string): string {
  const name = withForwardSlashes(relative(root, full))
  if (!leadsOut(name)) return name
  const realRoot = realpathSync(root)
  // Only the links above the root are resolved: a link in the project has a name of its own.
  for (let folder = full; dirname(folder) !== folder; folder = dirname(folder)) {
    if (realpathSync(folder) === realRoot) return withForwardSlashes(relative(folder, full))
  }
  return name
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
  if (!existsSync(full)) throw notThere(full, path, files)
  const inside = nameInProject(root, full)
  const folders = sourceFolders(root, config)
  const isSource = statSync(full).isDirectory()
    ? folders.some(folder => isAtOrBelow(inside, folder) || isAtOrBelow(folder, inside))
    : files.some(({ file }) => file === inside)
  if (isSource) return inside
  throw new OperationError('usage', `"${path}" is not a source`, {
    help: `Sources are named *.scenario.yaml, *.scenario.ts, *.test.yaml or *.test.ts and are below ${folders.join(', ') || 'a folder named scenarios'}.`,
  })
}

function notThere(full: string, path: string, files: readonly DiscoveredFile[]): OperationError {
  const isLink = lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink
    ? new OperationError('usage', `"${path}" is a link to a missing file`, {
        help: 'change it to point to a file, or delete it',
      })
    : new OperationError('usage', `"${path}" does not exist`, { help: helpFor(path, files) })
}

/** The paths of commands may be absolute. */
function helpFor(path: string, files: readonly DiscoveredFile[]): string {
  if (path.includes('\ufffd')) return "the file's name is not UTF-8: rename it"
  const ofKey = files.find(({ key }) => path === key || path.endsWith(`/${key}`))
  return ofKey === undefined ? 'to read all sources, give no path' : `did you mean "${ofKey.file}"?`
}

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`)
}
