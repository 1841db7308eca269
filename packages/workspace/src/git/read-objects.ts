import { setImmediate } from 'node:timers/promises'
import { sourceLimits } from '@scenewright/model/limits'
import { compareText } from '@scenewright/model/text'
import type { Repository } from './repository.ts'

/** A file or a link of a commit. */
export interface TreeFile {
  /** Relative to the repository's folder, with forward slashes. */
  readonly path: string
  /** The object with its content, or with the target of a link. */
  readonly id: string
  readonly isLink: boolean
}

/** The content of the repository's folder in a commit, by path. */
export interface Tree {
  /** Without paths that a file system could interpret as another place. */
  readonly files: ReadonlyMap<string, TreeFile>
  /** The submodules: each with its commit. */
  readonly modules: ReadonlyMap<string, string>
}

/** Reads the contents of a commit in the repository's folder. */
export async function readTree(repository: Repository, commit: string): Promise<Tree> {
  const output = await repository.run(['ls-tree', '-r', '-z', commit])
  const files = new Map<string, TreeFile>()
  const modules = new Map<string, string>()
  for (const entry of output.toString('utf8').split('\0').filter(Boolean)) {
    const tab = entry.indexOf('\t')
    const path = entry.slice(tab + 1)
    const [mode, type, id = ''] = entry.slice(0, tab).split(' ')
    if (type === 'commit') modules.set(path, id)
    if (type === 'blob' && isPlain(path)) files.set(path, { path, id, isLink: mode === '120000' })
  }
  return { files, modules }
}

/** The files and links that differ between two commits, by normalized names. */
export function findDifferingPaths({ files: base }: Tree, { files: head }: Tree): ReadonlySet<string> {
  const isOther = ([path, { id, isLink }]: readonly [string, TreeFile]) => {
    const other = base.get(path)
    return other?.id !== id || other.isLink !== isLink
  }
  const now = [...head].filter(isOther).map(([path]) => path)
  const gone = [...base.keys()].filter(path => !head.has(path))
  return new Set([...now, ...gone].map(path => path.normalize('NFC')))
}

/** The submodules whose commits differ between two commits, by path. */
export function findDifferingModules({ modules: base }: Tree, { modules: head }: Tree): readonly string[] {
  const paths = new Set([...base.keys(), ...head.keys()])
  return [...paths].filter(path => base.get(path) !== head.get(path)).sort(compareText)
}

/** Whether a path is plain. Git accepts any bytes as a path: a crafted commit may contain `..`. */
function isPlain(path: string): boolean {
  const segments = path.split('/')
  return !path.includes('\\') && segments.every(segment => !['', '.', '..'].includes(segment))
}

/** The contents of objects by id, without those that are larger than any source. */
export interface Blobs {
  readonly contents: ReadonlyMap<string, Buffer>
  /** Whether one does not exist, as in a clone with only a part of the history. */
  readonly isIncomplete: boolean
}

/** Reads the contents of objects. */
export async function readBlobs(repository: Repository, ids: readonly string[]): Promise<Blobs> {
  const sizes = await readSizes(repository, ids)
  if (sizes === undefined) return { contents: new Map(), isIncomplete: true }
  const small = ids.filter(id => (sizes.get(id) ?? 0) <= sourceLimits.fileSize)
  const output = small.length === 0 ? Buffer.alloc(0) : await repository.run(['cat-file', '--batch'], lines(small))
  return { contents: contentsIn(output), isIncomplete: false }
}

/** Wraps a reader, so that concurrent requests are one call of git: for both sides of a comparison. */
export function createBlobReader(repository: Repository): (ids: readonly string[]) => Promise<Blobs> {
  let wanted: Set<string> | undefined
  let blobs: Promise<Blobs> | undefined
  return ids => {
    wanted ??= new Set()
    for (const id of ids) wanted.add(id)
    blobs ??= setImmediate().then(() => {
      const all = [...(wanted ?? [])]
      wanted = blobs = undefined
      return readBlobs(repository, all)
    })
    return blobs
  }
}

/** Undefined if one does not exist. Git reports that, or fails because it may not fetch it. */
async function readSizes(repository: Repository, ids: readonly string[]): Promise<Map<string, number> | undefined> {
  if (ids.length === 0) return new Map()
  const { code, stdout } = await repository.try(['cat-file', '--batch-check=%(objectname) %(objectsize)'], lines(ids))
  const entries = stdout.toString('latin1').trim().split('\n')
  const sizes = new Map(entries.map(entry => [entry.split(' ')[0] ?? '', Number(entry.split(' ')[1])]))
  return code === 0 && ids.every(id => Number.isInteger(sizes.get(id))) ? sizes : undefined
}

/** `<id> <type> <size>`, a line feed, the content and a line feed, for each object. */
function contentsIn(output: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>()
  for (let from = 0; from < output.length; ) {
    const start = output.indexOf('\n', from) + 1
    const [id = '', _type, size] = output.toString('latin1', from, start - 1).split(' ')
    const end = start + Number(size)
    contents.set(id, output.subarray(start, end))
    from = end + 1
  }
  return contents
}

function lines(ids: readonly string[]): string {
  return ids.map(id => `${id}\n`).join('')
}
