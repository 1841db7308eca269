import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Position } from '@scenewright/model'
import { sourceLimits } from '@scenewright/model/limits'

/** A file's text without its byte order mark, or why it has none and where. */
export type ReadResult =
  | { readonly text: string }
  | { readonly fault: string; readonly at: Position; readonly help?: string }

const start: Position = { line: 1, column: 1 }

/**
 * Reads a file as UTF-8. A file beyond the limit is not read at all. In one go as text, which takes half the time of
 * reading bytes, holding them against UTF-8 and decoding them.
 */
export function readSource(path: string): ReadResult {
  try {
    const { size } = statSync(path)
    if (size > sourceLimits.fileSize) return tooLarge(size)
    const text = readFileSync(path, 'utf8')
    // The mark that stands for what is no UTF-8 may also stand in the file itself.
    const bytes = text.includes('\ufffd') ? readFileSync(path) : undefined
    const length = bytes?.length ?? Buffer.byteLength(text)
    // It may have grown since.
    if (length > sourceLimits.fileSize) return tooLarge(length)
    if (bytes !== undefined) return decode(bytes)
    return { text: text.startsWith('\ufeff') ? text.slice(1) : text }
  } catch (error) {
    return { fault: unreadable(codeOf(error)), at: start }
  }
}

function decode(bytes: Buffer): ReadResult {
  if (isUtf16(bytes)) {
    return { fault: 'The file is written in UTF-16', at: start, help: 'Save it as UTF-8.' }
  }
  const content = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
  if (isUtf8(content)) return { text: content.toString('utf8') }
  return { fault: 'The file is not valid UTF-8 from here on', at: firstBad(content), help: 'Save it as UTF-8.' }
}

function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
}

/** No character spans a line feed, so the first bad line is found by halves of nothing but whole lines. */
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
  return { fault: `The file has ${size} bytes; a source has ${limit} MiB at most`, at: start }
}

function unreadable(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'The file may not be read'
  return code === 'ENOENT' ? 'The file no longer exists' : `The file cannot be read (${code})`
}

/** The code of a file system's error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The text of a project's file, to show a part of it; empty where there is none that could be shown. */
export function readProjectText(root: string, file: string): string {
  const read = readSource(join(root, file))
  return 'text' in read ? read.text : ''
}
