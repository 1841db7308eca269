import { compareText } from '@scenewright/model'
import type { Repository } from './repository.ts'

/** A file or a link of a commit. */
export interface TreeFile {
  /** Relative to the repository's folder, with forward slashes. */
  readonly path: string
  /** Of the object that holds its content, or the path that a link leads to. */
  readonly id: string
  readonly isLink: boolean
}

/** What a commit has in the repository's folder, by its path. */
export interface Tree {
  /** A path that a file system could take for another place is left out. */
  readonly files: ReadonlyMap<string, TreeFile>
  /** The repositories that are part of this one: each by the commit that it stands at. */
  readonly modules: ReadonlyMap<string, string>
}

/** Reads what a commit has in the repository's folder. */
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

/** The files and links that two commits do not have alike, by their names as they are composed. */
export function differingPaths({ files: base }: Tree, { files: head }: Tree): ReadonlySet<string> {
  const isOther = ([path, { id, isLink }]: readonly [string, TreeFile]) => {
    const other = base.get(path)
    return other?.id !== id || other.isLink !== isLink
  }
  const now = [...head].filter(isOther).map(([path]) => path)
  const gone = [...base.keys()].filter(path => !head.has(path))
  return new Set([...now, ...gone].map(path => path.normalize('NFC')))
}

/** The submodules that two commits do not have at the same commit, by their paths. */
export function differingModules({ modules: base }: Tree, { modules: head }: Tree): readonly string[] {
  const paths = new Set([...base.keys(), ...head.keys()])
  return [...paths].filter(path => base.get(path) !== head.get(path)).sort(compareText)
}

/** What git calls a path is bytes of its own choosing: a made-up commit may hold `..`. */
function isPlain(path: string): boolean {
  const segments = path.split('/')
  return !path.includes('\\') && segments.every(segment => !['', '.', '..'].includes(segment))
}
