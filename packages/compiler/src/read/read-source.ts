import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Position } from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'
import { isAtOrBelow } from '@scenewright/model/system'

/** A file's text without its byte order mark, or the reason why it has none, with the place. */
export type ReadResult =
  | { readonly text: string }
  | { readonly fault: string; readonly at: Position; readonly help?: string }

const start: Position = { line: 1, column: 1 }

/**
 * Reads a file as UTF-8. What is not a regular file, or is beyond the size limit, is not read at all. Reads text
 * directly, which takes half the time of reading bytes, validating and decoding them.
 */
export function readSource(path: string): ReadResult {
  try {
    const stats = statSync(path)
    // Reading a named pipe or a device may never end.
    if (!stats.isFile()) return { fault: 'It is not a file', at: start }
    const { size } = stats
    if (size > sourceLimits.fileSize) return tooLarge(size)
    const text = readFileSync(path, 'utf8')
    // The replacement character for invalid UTF-8 may also be in the file itself.
    const bytes = text.includes('\ufffd') ? readFileSync(path) : undefined
    const length = bytes?.length ?? Buffer.byteLength(text)
    // It may have grown in the meantime.
    if (length > sourceLimits.fileSize) return tooLarge(length)
    if (bytes !== undefined) return decode(bytes)
    return { text: text.startsWith('\ufeff') ? text.slice(1) : text }
  } catch (error) {
    return { fault: unreadable(path, codeOf(error)), at: start }
  }
}

/** The same for a text that replaces a file: it has the size limit of one. */
export function readReplacement(text: string): ReadResult {
  // A page has no buffers.
  const size = new TextEncoder().encode(text).length
  return size > sourceLimits.fileSize ? tooLarge(size) : { text }
}

function decode(bytes: Buffer): ReadResult {
  if (isUtf16(bytes)) {
    return { fault: 'The file is encoded as UTF-16', at: start, help: 'Save it as UTF-8.' }
  }
  const content = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
  if (isUtf8(content)) return { text: content.toString('utf8') }
  return { fault: 'The file is not valid UTF-8 from here on', at: firstBad(content), help: 'Save it as UTF-8.' }
}

function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/** No character spans a line feed, so a binary search by lines finds the first invalid one. */
function firstBad(bytes: Buffer): Position {
  let line = 1
  for (let from = 0; ; line += 1) {
    const feed = bytes.indexOf(0x0a, from)
    const end = feed === -1 ? bytes.length : feed
    const content = bytes.subarray(from, end)
    if (!isUtf8(content)) return { line, column: content.toString('utf8').indexOf('\ufffd') + 1 }
    if (feed === -1) return start
    from = feed + 1
  }
}

function tooLarge(size: number): ReadResult {
  const limit = sourceLimits.fileSize / 1024 / 1024
  return { fault: `The file has ${size} bytes; the maximum for a source is ${limit} MiB`, at: start }
}

function unreadable(path: string, code: string): string {
  // A name that cannot be decoded does not lead to its file.
  if (code === 'ENOENT' && path.includes('\ufffd')) return "The file's name is not UTF-8: rename it"
  if (code === 'EACCES' || code === 'EPERM') return 'No permission to read the file'
  return code === 'ENOENT' ? 'The file no longer exists' : `The file cannot be read (${code})`
}

/** The code of a file system's error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether a path leads to a place inside a folder, after all links. */
export function isInside(root: string, path: string): boolean {
  try {
    return isAtOrBelow(realpathSync(path), realpathSync(root))
  } catch {
    // It does not exist, or is a link to something without a path, such as an open pipe.
    return false
  }
}

/** The text of a project's file, to show a part of it; empty if it cannot be read, or links to a place outside. */
export function readProjectText(root: string, file: string): string {
  const path = join(root, file)
  const read = isInside(root, path) ? readSource(path) : undefined
  return read !== undefined && 'text' in read ? read.text : ''
}
