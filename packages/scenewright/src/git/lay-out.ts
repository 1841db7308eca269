import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { readBlobs } from './read-blobs.ts'
import type { TreeFile } from './read-tree.ts'
import type { Repository } from './repository.ts'

/** A folder into which a part of a commit is written. */
export interface Layout {
  /** Writes those that the commit has and that are not written yet, and gives how many these were. */
  write(paths: readonly string[]): Promise<number>
  has(path: string): boolean
  /** Whether what was wanted could not be read. */
  isIncomplete(): boolean
}

/**
 * Lays out the folders and the links of a commit below a folder that is new and empty; its files follow when they are
 * asked for. A link that leads out of the folder is left out.
 */
export async function layOut(
  repository: Repository,
  tree: ReadonlyMap<string, TreeFile>,
  folder: string,
): Promise<Layout> {
  // All folders come first: so no file is ever written through a link, whatever a made-up commit holds.
  for (const name of new Set([...tree.keys()].map(path => dirname(path)))) {
    passingOver(() => mkdirSync(join(folder, name), { recursive: true }))
  }
  const links = [...tree.values()].filter(({ isLink }) => isLink)
  const targets = await readBlobs(
    repository,
    links.map(({ id }) => id),
  )
  for (const { path, id } of links) {
    const target = targets.contents.get(id)?.toString('utf8') ?? ''
    if (staysInside(path, target)) passingOver(() => symlinkSync(target, join(folder, path)))
  }
  const written = new Set<string>()
  let isIncomplete = targets.isIncomplete
  return {
    has: path => written.has(path),
    isIncomplete: () => isIncomplete,
    async write(paths) {
      const files = [...new Set(paths)].flatMap(path => (written.has(path) ? [] : (tree.get(path) ?? [])))
      const blobs = await readBlobs(
        repository,
        files.map(({ id }) => id),
      )
      isIncomplete ||= blobs.isIncomplete
      for (const { path, id, isLink } of files) {
        const content = isLink ? undefined : blobs.contents.get(id)
        if (content !== undefined) passingOver(() => writeFileSync(join(folder, path), content, { flag: 'wx' }))
        written.add(path)
      }
      return files.length
    },
  }
}

function staysInside(path: string, target: string): boolean {
  const end = posix.join(posix.dirname(path), target)
  return target !== '' && !target.startsWith('/') && end !== '..' && !end.startsWith('../')
}

const harmless: ReadonlySet<string> = new Set([
  'EEXIST',
  'EINVAL',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
])

/** Two names of a commit may be one on this system, and a name may be one that it does not have. */
function passingOver(write: () => void): void {
  try {
    write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (!harmless.has(String(code))) throw error
  }
}
