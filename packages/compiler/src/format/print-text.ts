import type { Scalar } from './layout.ts'
import { isFoldable, isPlain, isTidyBlock, quoted } from './text-style.ts'

/** A longer text goes on the lines below its key. */
export const lineWidth = 100

/** A text below its key, starting with its indicator. */
export interface Block {
  readonly header: string
  readonly lines: readonly string[]
}

/** A single value on one line. */
export function inlineScalar({ value, source }: Scalar, isInline: boolean): string {
  if (typeof value === 'string') return isPlain(value, isInline) ? value : quoted(value)
  if (typeof value === 'number') return source ?? (Object.is(value, -0) ? '-0' : String(value))
  return String(value)
}

/**
 * The block for a text, or undefined if the text goes on the line of its key: `indent` is that of the block, and
 * `column` that of the text after its key.
 */
export function printBlock({ value, block }: Scalar, indent: number, column: number): Block | undefined {
  if (typeof value !== 'string') return undefined
  const lines = value.split('\n')
  if (lines.length === 1)
    return column + value.length > lineWidth && isFoldable(value) ? folded(value, indent) : undefined
  if (!isTidyBlock(value)) return undefined
  const isLong = lines.some(line => indent + line.length > lineWidth)
  const style = block ?? (isLong ? 'folded' : 'literal')
  return style === 'folded' && isFoldable(value) ? folded(value, indent) : literal(value)
}

function literal(text: string): Block {
  return { header: text.endsWith('\n') ? '|' : '|-', lines: withoutLast(text).split('\n') }
}

/** Each line feed of the text is an empty line of the block. */
function folded(text: string, indent: number): Block {
  const paragraphs = withoutLast(text).split('\n')
  const lines = paragraphs.flatMap((paragraph, index) => {
    const filled = fill(paragraph, lineWidth - indent)
    return index === 0 ? filled : ['', ...filled]
  })
  return { header: text.endsWith('\n') ? '>' : '>-', lines }
}

/** Breaks a line at its spaces so that each part fits into `width`, if its words do. */
function fill(paragraph: string, width: number): readonly string[] {
  if (paragraph === '') return []
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line === '') line = word
    else if (line.length + 1 + word.length <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function withoutLast(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}
