import type { Repository } from './repository.ts'

/** A file or a link of a commit. */
export interface TreeFile {
  /** Relative to the repository's folder, with forward slashes. */
  readonly path: string
  /** Of the object that holds its content, or the path that a link leads to. */
  readonly id: string
  readonly isLink: boolean
}

/**
 * What a commit has in the repository's folder, by its path. A path that a file system could take for another place is
 * left out, as are the repositories that are part of this one.
 */
export async function readTree(repository: Repository, commit: string): Promise<ReadonlyMap<string, TreeFile>> {
  const output = await repository.run(['ls-tree', '-r', '-z', commit])
  const entries = output.toString('utf8').split('\0').filter(Boolean)
  return new Map(
    entries.flatMap(entry => {
      const tab = entry.indexOf('\t')
      const path = entry.slice(tab + 1)
      const [mode, type, id = ''] = entry.slice(0, tab).split(' ')
      return type === 'blob' && isPlain(path) ? [[path, { path, id, isLink: mode === '120000' }] as const] : []
    }),
  )
}

/** The files and links that two commits do not have alike, by their names as they are composed. */
export function differingPaths(
  base: ReadonlyMap<string, TreeFile>,
  head: ReadonlyMap<string, TreeFile>,
): ReadonlySet<string> {
  const isOther = ([path, { id, isLink }]: readonly [string, TreeFile]) => {
    const other = base.get(path)
    return other?.id !== id || other.isLink !== isLink
  }
  const now = [...head].filter(isOther).map(([path]) => path)
  const gone = [...base.keys()].filter(path => !head.has(path))
  return new Set([...now, ...gone].map(path => path.normalize('NFC')))
}

/** What git calls a path is bytes of its own choosing: a made-up commit may hold `..`. */
function isPlain(path: string): boolean {
  const segments = path.split('/')
  return !path.includes('\\') && segments.every(segment => !['', '.', '..'].includes(segment))
}
