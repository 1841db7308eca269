import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAtOrBelow } from '@scenewright/model/system'
import { compareText } from '@scenewright/model/text'
import { sourceSuffix, textTest } from '../parse/formats.ts'
import { codeOf, readSource } from './read-source.ts'

/** A source file below a sources folder, or a problem that prevents reading one. */
export interface DiscoveredFile {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  /** The path below the sources folder, without the suffix. */
  readonly key: string
  /** Why it cannot be read. */
  readonly fault?: string
}

/** Such a file would be skipped on a file system that distinguishes capitals, and read on another one. */
const capitals = 'is not read: write its suffix in lower case, as in *.scenario.yaml'

const skipped = new Set(['node_modules', '.git', '.scenewright'])

interface Search {
  readonly root: string
  readonly realRoot: string
  /** The real paths of the linked folders that have been entered, and of the sources folder. */
  readonly entered: Set<string>
  readonly found: DiscoveredFile[]
}

/** Whether a file name is that of a source. */
export function isSourceName(name: string): boolean {
  return sourceSuffix(name) !== undefined
}

/** Whether sources are looked for in a folder with this name. */
export function isSearched(name: string): boolean {
  return !skipped.has(name) && !isSourceName(name)
}

/**
 * Finds the sources below one folder, both given without a trailing slash. Links are followed within the project,
 * without endless loops. In the order of the names.
 */
export function discover(root: string, folder: string): readonly DiscoveredFile[] {
  const start = join(root, folder)
  const search: Search = { root, realRoot: realpathSync(root), entered: new Set([realpathSync(start)]), found: [] }
  const prefix = folder === '.' || folder === '' ? '' : `${folder}/`
  if (isAtOrBelow(realpathSync(start), search.realRoot)) visitFolder(search, prefix, '')
  else report(search, prefix, '', 'is a link to a place outside the project')
  return search.found.sort((a, b) => compareText(a.file, b.file))
}

/** `prefix` is the path from the root to the sources folder, `below` the rest. */
function visitFolder(search: Search, prefix: string, below: string): void {
  const entries = readEntries(join(search.root, prefix, below))
  if (entries === undefined) report(search, prefix, below.slice(0, -1), 'cannot be opened')
  for (const entry of entries ?? []) {
    const path = below + entry.name
    if (entry.isSymbolicLink()) visitLink(search, prefix, path)
    else if (entry.isDirectory() && !isSourceName(entry.name)) enter(search, prefix, path)
    else if (isSourceName(entry.name)) report(search, prefix, path, entry.isFile() ? undefined : 'is not a file')
    else if (isSourceName(entry.name.toLowerCase())) report(search, prefix, path, capitals)
  }
}

function readEntries(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
}

function enter(search: Search, prefix: string, path: string): void {
  if (isSearched(path.slice(path.lastIndexOf('/') + 1))) visitFolder(search, prefix, `${path}/`)
}

function visitLink(search: Search, prefix: string, path: string): void {
  const full = join(search.root, prefix, path)
  const target = readTarget(full)
  if (typeof target === 'string') {
    if (target === 'ELOOP') report(search, prefix, path, 'is a link to itself')
    else if (isSourceName(path)) report(search, prefix, path, 'is a link to a missing file')
    return
  }
  const isInside = isAtOrBelow(target.real, search.realRoot)
  if (target.isFolder && !isSourceName(path)) {
    if (isInside) visitLinkedFolder(search, prefix, path, target.real)
    return
  }
  if (!isSourceName(path)) return
  if (!isInside) report(search, prefix, path, 'is a link to a place outside the project')
  else report(search, prefix, path, target.isFile ? undefined : 'is not a file')
}

function visitLinkedFolder(search: Search, prefix: string, path: string, real: string): void {
  const holder = realpathSync(join(search.root, prefix, path, '..'))
  if (isAtOrBelow(holder, real)) {
    report(search, prefix, path, 'is a link to a folder that contains it')
    return
  }
  // Files below a folder that has been visited are found there, under their own names.
  if ([...search.entered].some(folder => isAtOrBelow(real, folder))) return
  search.entered.add(real)
  enter(search, prefix, path)
}

function readTarget(full: string): { real: string; isFolder: boolean; isFile: boolean } | string {
  try {
    const stat = statSync(full)
    return { real: realpathSync(full), isFolder: stat.isDirectory(), isFile: stat.isFile() }
  } catch (error) {
    return codeOf(error)
  }
}

function report(search: Search, prefix: string, path: string, fault: string | undefined): void {
  const file = `${prefix}${path}`.replace(/\/$/, '')
  if (isOfAnotherTool(search.root, file)) return
  search.found.push({
    file,
    key: withoutSuffix(path),
    ...(fault === undefined ? {} : { fault }),
  })
}

/** The key of a source below a sources folder, both relative to the root. */
export function keyBelow(folder: string, file: string): string {
  return withoutSuffix(folder === '.' || folder === '' ? file : file.slice(folder.length + 1))
}

function withoutSuffix(path: string): string {
  return path.slice(0, path.length - (sourceSuffix(path)?.length ?? 0))
}

/** A file that cannot be read is listed; only readable ones are checked for their text. */
function isOfAnotherTool(root: string, file: string): boolean {
  const isOurs = textTest(file.toLowerCase())
  if (isOurs === undefined) return false
  const read = readSource(join(root, file))
  return !('text' in read && isOurs(read.text))
}
