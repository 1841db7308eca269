import type { SourceNode } from '../../source-tree.ts'
import { readBlock } from './block.ts'
import { createCursor, openLine } from './cursor.ts'

/** In UTF-16 units. So far below what the YAML library can take that no limit of it is ever met. */
const longestText = 256 * 1024
/** What comes between tabs, other control characters and a byte order mark; and the word of a comment that is ours. */
const strange = /(?![\r\n])\p{Cc}|\r(?!\n)|\ufeff/u
const suppression = 'scenewright-ignore'

/**
 * Reads a YAML text that is written the way people write scenarios, in a fraction of the time that the YAML library
 * takes. Gives the tree that `parseYaml` gives, or undefined at the first doubt: then the text has to be read by that.
 */
export function readPlainYaml(text: string): SourceNode | undefined {
  if (text.length > longestText || strange.test(text) || text.includes(suppression)) return undefined
  const cursor = createCursor(text)
  if (!openLine(cursor) || cursor.column !== 0) return undefined
  const root = readBlock(cursor, -1)
  return root === undefined || root.kind === 'scalar' || cursor.at < text.length ? undefined : root
}
