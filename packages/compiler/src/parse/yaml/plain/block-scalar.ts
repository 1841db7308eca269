import type { SourceNode } from '../../source-tree.ts'
import { carriageReturn, codeAt, dash, greater, isLineEnd, lineAfter, lineFeed, skipSpaces } from './codes.ts'
import { type Cursor, leaveLine, openLine } from './cursor.ts'

/** A block scalar as far as it has been read. */
interface Block {
  readonly isFolded: boolean
  /**
   * The indentation of its first line with text, which is removed from all lines; before that, the minimum indentation.
   */
  indent: number
  value: string
  /** The offset after the last line with text; 0 before there is one. */
  end: number
  /** The empty lines since then, and the spaces of the widest one of all. */
  emptyLines: number
  widestEmpty: number
  /** Whether the last line is indented deeper than the first. */
  isDeeper: boolean
}

/** Reads the block scalar whose header, `|`, `|-`, `>` or `>-`, is at the cursor, in a value of `parent`. */
export function readBlockScalar(cursor: Cursor, parent: number): SourceNode | undefined {
  const { text, at: start } = cursor
  const isFolded = codeAt(text, start) === greater
  const isStripped = codeAt(text, start + 1) === dash
  cursor.at = start + (isStripped ? 2 : 1)
  if (!leaveLine(cursor)) return undefined
  const block = { isFolded, indent: parent + 1, value: '', end: 0, emptyLines: 0, widestEmpty: 0, isDeeper: false }
  readLines(block, text, cursor.at)
  // Spaces beyond the indentation belong to the text, even those of an empty line.
  if (block.end === 0 || block.widestEmpty > block.indent) return undefined
  cursor.at = block.end
  if (!openLine(cursor)) return undefined
  return { kind: 'scalar', value: isStripped ? block.value : `${block.value}\n`, start, end: block.end }
}

function readLines(block: Block, text: string, from: number): void {
  let line = from
  while (line < text.length) {
    const content = skipSpaces(text, line)
    const next = lineAfter(text, content)
    const indent = content - line
    if (isLineEnd(codeAt(text, content))) {
      block.emptyLines += 1
      block.widestEmpty = Math.max(block.widestEmpty, indent)
    } else {
      if (indent < block.indent) return
      addLine(block, indent, text.slice(content, lineEnd(text, next)))
      block.end = next
    }
    line = next
  }
}

function addLine(block: Block, indent: number, content: string): void {
  if (block.end === 0) block.indent = indent
  const more = indent - block.indent
  block.value += gap(block, more > 0)
  block.value += more === 0 ? content : ' '.repeat(more) + content
  block.isDeeper = more > 0
  block.emptyLines = 0
}

/** Returns the text between the text so far and its next line. Folding keeps the line ends of more-indented lines. */
function gap({ isFolded, end, emptyLines, isDeeper }: Block, isNextDeeper: boolean): string {
  if (end === 0) return '\n'.repeat(emptyLines)
  if (!isFolded || isDeeper || isNextDeeper) return emptyLines === 0 ? '\n' : '\n'.repeat(emptyLines + 1)
  return emptyLines === 0 ? ' ' : '\n'.repeat(emptyLines)
}

/** The end of the line before the one that begins at `next`, without its line break. */
function lineEnd(text: string, next: number): number {
  const end = text.charCodeAt(next - 1) === lineFeed ? next - 1 : next
  return text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end
}
