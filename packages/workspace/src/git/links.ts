import { posix } from 'node:path'
import type { Blobs, TreeFile } from './read-objects.ts'

/** The links of a commit: each with the path that it leads to. */
export type Links = ReadonlyMap<string, string>

/** Reads the links of a commit, without those that lead out of the folder. Undefined if one cannot be read. */
export async function readLinks(
  tree: ReadonlyMap<string, TreeFile>,
  readBlobs: (ids: readonly string[]) => Promise<Blobs>,
): Promise<Links | undefined> {
  const files = [...tree.values()].filter(({ isLink }) => isLink)
  const { contents, isIncomplete } = await readBlobs(files.map(({ id }) => id))
  const links = files.flatMap(({ path, id }): [string, string][] => {
    const target = contents.get(id)?.toString('utf8') ?? ''
    const end = posix.join(posix.dirname(path), target, '.')
    const isInside = target !== '' && !target.startsWith('/') && end !== '..' && !end.startsWith('../')
    return isInside ? [[path, end.replace(/\/$/, '')]] : []
  })
  return isIncomplete ? undefined : new Map(links)
}

/** The path of the file that a path leads to. In a circle of links, any of them. */
export function followLinks(links: Links, path: string): string {
  let real = path
  for (const _ of links) {
    const link = withFolders(real).find(each => links.has(each))
    if (link === undefined) return real
    real = posix.join(links.get(link) ?? '', real.slice(link.length))
  }
  return real
}

/** The links that lead to one of these files, or to a folder that contains one, by normalized names. */
export function linksTo(links: Links, files: Iterable<string>): ReadonlySet<string> {
  const reached = new Set([...files].flatMap(withFolders))
  const found = new Set<string>()
  const left = new Map([...links].map(([path, target]) => [path.normalize('NFC'), target.normalize('NFC')]))
  const leads = (target: string) =>
    target === '.' || reached.has(target) || withFolders(target).some(folder => found.has(folder))
  for (let count = -1; count !== found.size; ) {
    count = found.size
    for (const [path, target] of left) {
      if (!leads(target)) continue
      left.delete(path)
      found.add(path)
      for (const folder of withFolders(path)) reached.add(folder)
    }
  }
  return found
}

/** A path, and the folders that contain it, the outermost first. */
function withFolders(path: string): readonly string[] {
  const segments = path.split('/')
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}
