import { readFileSync, statSync } from 'node:fs'
import { sourceLimits } from '@scenewright/model/limits'

/** The text of a file with its byte order mark; undefined if it is no file, too large, or not UTF-8. */
export function readText(path: string): string | undefined {
  try {
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > sourceLimits.fileSize) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
  } catch {
    return undefined
  }
}
