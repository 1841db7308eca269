import type { SourceNode } from '../../source-tree.ts'
import { suppressionWord } from '../../suppression-form.ts'
import { readBlock } from './block.ts'
import { createCursor, openLine } from './cursor.ts'

/** In UTF-16 units. So far below what the YAML library can take that no limit of it is ever met. */
const longestText = 256 * 1024
/** Control characters, the tab among them, and a byte order mark. */
const strange = /[^\P{Cc}\n\r]|\r(?!\n)|\ufeff/u

/**
 * Reads a YAML text that is written the way people write scenarios, in a fraction of the time that the YAML library
 * takes. Gives the tree that `parseAnyYaml` gives, or undefined at the first doubt: then the text has to be read by
 * that. Never throws, and takes a time that grows with the text's length.
 */
export function readPlainYaml(text: string): SourceNode | undefined {
  if (text.length > longestText || strange.test(text) || text.includes(suppressionWord)) return undefined
  const cursor = createCursor(text)
  if (!openLine(cursor) || cursor.column !== 0) return undefined
  const root = readBlock(cursor, -1)
  return root === undefined || root.kind === 'scalar' || cursor.at < text.length ? undefined : root
}
