import { InternalError } from '@scenewright/model'

/** An object of git, as `git cat-file --batch` prints it. */
export interface GitObject {
  readonly id: string
  readonly content: Buffer
}

/** Parses the output of `git cat-file --batch`: one object per request, undefined if it does not exist. */
export function readObjects(output: Buffer): readonly (GitObject | undefined)[] {
  const objects: (GitObject | undefined)[] = []
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf('\n', at)
    const head = output.toString('utf8', at, lineEnd < 0 ? output.length : lineEnd)
    if (lineEnd < 0) throw new InternalError(`git printed "${head}" for an object`)
    at = lineEnd + 1
    const [, id = '', size = ''] = /^([0-9a-f]+) \w+ (\d+)$/.exec(head) ?? []
    if (id === '') {
      objects.push(undefined)
      continue
    }
    objects.push({ id, content: output.subarray(at, at + Number(size)) })
    at += Number(size) + 1
  }
  return objects
}

/** The ids in a tree, by name: `<mode> <name>`, a zero byte, and the bytes of the id. */
export function treeEntries({ id, content }: GitObject): ReadonlyMap<string, string> {
  const idBytes = id.length / 2
  const entries = new Map<string, string>()
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at)
    const name = content.toString('utf8', content.indexOf(' ', at) + 1, end)
    entries.set(name, content.toString('hex', end + 1, end + 1 + idBytes))
    at = end + 1 + idBytes
  }
  return entries
}
