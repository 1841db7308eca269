import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Most sources are smaller. */
const size = 64 * 1024
const [one, other] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]

/** Whether two files hold the same bytes; one that cannot be read throws. Most are read at once, into the same memory. */
export function areSameFiles(path: string, otherPath: string): boolean {
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
