import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { openProject, type Project, sourcesAt } from '@scenewright/compiler'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'

/** A folder of sources, and the project that they are compiled in. */
export interface SourceFolder {
  readonly project: Project
  /** The prefix of the names of its sources. */
  readonly prefix: string
  /** Those of the sources that contain scenarios, without the prefix. */
  readonly names: ReadonlySet<string>
}

/**
 * The project of the sources at a path: imports may refer to any of its files. A folder that is a project has its own
 * keys; in any other folder they are the paths below it.
 */
export async function openSourceFolder(cwd: string, path: string, isFolder: boolean): Promise<SourceFolder> {
  const folder = isFolder ? path : dirname(path)
  const found = await openProject({ cwd: folder })
  const isProject = found.root === folder && (found.configFile !== null || existsSync(join(folder, 'scenarios')))
  if (isFolder && isProject) return withNames(found, '')
  const root = found.configFile === null && isAtOrBelow(folder, cwd) ? cwd : found.root
  const below = withForwardSlashes(relative(root, folder))
  const config = { ...found.config, sources: [below === '' ? '.' : below] }
  return withNames({ ...found, root, config }, below === '' ? '' : `${below}/`)
}

function withNames(project: Project, prefix: string): SourceFolder {
  const files = [...sourcesAt(project, [])].filter(holdsScenarios)
  return { project, prefix, names: new Set(files.map(file => file.slice(prefix.length))) }
}

/**
 * The sources of two folders that may differ from their counterparts: YAML with the same bytes and the same name does
 * not, and has the same keys. TypeScript may import files that differ.
 */
export function differingSources(
  base: SourceFolder,
  head: SourceFolder,
): { readonly base: readonly string[]; readonly head: readonly string[] } {
  const [before, after] = [base.names, head.names]
  const isAlike = settingsOf(base) === settingsOf(head)
  const isSame = (name: string) =>
    isAlike && !name.endsWith('.ts') && before.has(name) && after.has(name) && hasSameBytes(base, head, name)
  const same = new Set([...before].filter(isSame))
  const left = ({ prefix, names }: SourceFolder) =>
    [...names].flatMap(name => (same.has(name) ? [] : [`${prefix}${name}`]))
  return { base: left(base), head: left(head) }
}

/** The settings that affect keys and binding. */
function settingsOf({ project: { config }, prefix }: SourceFolder): string {
  return JSON.stringify(prefix === '' ? config : { ...config, sources: [] })
}

function hasSameBytes(base: SourceFolder, head: SourceFolder, name: string): boolean {
  const pathIn = ({ project, prefix }: SourceFolder) => join(project.root, prefix + name)
  try {
    return areSameFiles(pathIn(base), pathIn(head))
  } catch {
    // The compiler reports unreadable files.
    return false
  }
}

/** Most sources are smaller. */
const size = 64 * 1024
const [one, other] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]

/** Whether two files contain the same bytes; throws if one is unreadable. Most are read at once, into reused memory. */
function areSameFiles(path: string, otherPath: string): boolean {
  const [length, otherLength] = [readInto(one, path), readInto(other, otherPath)]
  if (length !== otherLength) return false
  if (length === size) return readFileSync(path).equals(readFileSync(otherPath))
  return one.compare(other, 0, length, 0, length) === 0
}

function readInto(buffer: Buffer, path: string): number {
  const file = openSync(path, 'r')
  try {
    return readSync(file, buffer, 0, size, 0)
  } finally {
    closeSync(file)
  }
}

/** Whether a file name is that of a source of scenarios, and not of conversation tests. */
export function holdsScenarios(path: string): boolean {
  return /\.scenario\.(?:ya?ml|ts)$/.test(path)
}
