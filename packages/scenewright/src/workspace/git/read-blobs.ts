import { setImmediate } from 'node:timers/promises'
import { sourceLimits } from '@scenewright/model'
import type { Repository } from './repository.ts'

/** The contents of objects by their ids, without those that are larger than any source. */
export interface Blobs {
  readonly contents: ReadonlyMap<string, Buffer>
  /** Whether one is not there, as in a clone without the contents of its history. */
  readonly isIncomplete: boolean
}

/** Reads the contents of objects. */
export async function readBlobs(repository: Repository, ids: readonly string[]): Promise<Blobs> {
  const sizes = await sizesOf(repository, ids)
  if (sizes === undefined) return { contents: new Map(), isIncomplete: true }
  const small = ids.filter(id => (sizes.get(id) ?? 0) <= sourceLimits.fileSize)
  const output = small.length === 0 ? Buffer.alloc(0) : await repository.run(['cat-file', '--batch'], lines(small))
  return { contents: contentsIn(output), isIncomplete: false }
}

/** Makes what does the same, and asks git once for all that is wanted at one time: of both sides of a comparison. */
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

/** Undefined where one is not there. Git says so, or ends because it may not fetch it. */
async function sizesOf(repository: Repository, ids: readonly string[]): Promise<Map<string, number> | undefined> {
  if (ids.length === 0) return new Map()
  const { code, stdout } = await repository.try(['cat-file', '--batch-check=%(objectname) %(objectsize)'], lines(ids))
  const entries = stdout.toString('latin1').trim().split('\n')
  const sizes = new Map(entries.map(entry => [entry.split(' ')[0] ?? '', Number(entry.split(' ')[1])]))
  return code === 0 && ids.every(id => Number.isInteger(sizes.get(id))) ? sizes : undefined
}

/** `<id> <type> <size>`, a line feed, the content and a line feed, one object after the other. */
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
