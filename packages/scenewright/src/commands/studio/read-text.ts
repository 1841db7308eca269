import { isUtf8 } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { fileFault } from '@scenewright/model/file-access'
import { sourceLimits } from '@scenewright/model/limits'

/** A text with its byte order mark, or why a file has none, as it follows the name of the file, and what to do. */
type ReadText = { readonly text: string } | { readonly fault: string; readonly help: string }

/** Reads the text of a file, unless it is no file, too large, or not UTF-8. */
export function readText(path: string): ReadText {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return { fault: 'is not a file', help: 'put a file in its place' }
    const { fileSize } = sourceLimits
    if (stats.size > fileSize) {
      return { fault: `has ${stats.size} bytes, and a source has at most ${fileSize}`, help: 'split it into several' }
    }
    const bytes = readFileSync(path)
    if (!isUtf8(bytes)) return { fault: 'is not valid UTF-8', help: 'save it as UTF-8 in your editor' }
    return { text: bytes.toString('utf8') }
  } catch (error) {
    return { fault: `cannot be read: ${fileFault(error)}`, help: 'make it readable' }
  }
}

/** The text of a file with its byte order mark; undefined if it has none. */
export function presentText(path: string): string | undefined {
  const read = readText(path)
  return 'text' in read ? read.text : undefined
}
