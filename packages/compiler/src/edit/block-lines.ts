import { skipSpaceBack } from '../format/lines.ts'
import type { Span } from '../parse/places.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { isLineStart, skipLineEnd, skipSpace } from './gap.ts'
import { trailingComment } from './trailing-comment.ts'

/** A field or an item that has lines of its own, in a YAML mapping or list without braces or brackets. */
export interface BlockElement extends Span {
  /** The offset of its key or its dash. `end` is the end of its last line, which may be a comment that it contains. */
  readonly start: number
  /** The start of the comments right above it, or else `start`. */
  readonly lead: number
  /** The end of the last line of its value. */
  readonly lineEnd: number
}

/** The elements of a mapping or list in lines. */
export interface BlockLines {
  /** The white space before each element. */
  readonly indent: string
  readonly elements: readonly BlockElement[]
}

/** Reads the elements of a mapping or list; undefined if one of them shares its lines with anything else. */
export function readBlockLines(text: string, holder: SourceNode): BlockLines | undefined {
  if (holder.kind === 'scalar' || /[[{]/.test(text.charAt(holder.start))) return undefined
  const starts = holder.kind === 'mapping' ? holder.fields.map(({ key }) => key.start) : dashes(text, holder)
  const values = holder.kind === 'mapping' ? holder.fields.map(({ value }) => value) : holder.items
  const [first] = starts ?? []
  if (starts === undefined || first === undefined) return undefined
  const indent = indentAt(text, first)
  if (indent === undefined) return undefined
  const elements: BlockElement[] = []
  for (const [index, start] of starts.entries()) {
    const value = values[index]
    const lineEnd = value && lastLineEnd(text, value)
    const isOwn = index === 0 || indentAt(text, start) === indent
    if (lineEnd === undefined || !isOwn || start < (elements.at(-1)?.end ?? 0)) return undefined
    const lead = isIndented(text, start) ? leadOf(text, start, { indent, floor: elements.at(-1)?.end ?? 0 }) : start
    elements.push({ start, end: endOfComments(text, lineEnd, indent.length), lead, lineEnd })
  }
  return { indent, elements }
}

/** The white space that puts a line into the column of `at`; undefined if other text than dashes is before it. */
export function indentAt(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*(?:- +)*$/.test(before) ? before.replaceAll('-', ' ') : undefined
}

/** Whether only white space is before an offset on its line. */
export function isIndented(text: string, at: number): boolean {
  return isLineStart(text, skipSpaceBack(text, at))
}

/** The dashes of a list; a tag or an anchor may follow each. */
function dashes(text: string, list: Extract<SourceNode, { readonly kind: 'list' }>): readonly number[] | undefined {
  const dash = /(?:\s+|(?<![^\s])#[^\r\n]*)*-/y
  const found: number[] = []
  for (const [index, item] of list.items.entries()) {
    dash.lastIndex = list.items[index - 1]?.end ?? list.start
    if (!dash.test(text) || dash.lastIndex > item.start) return undefined
    found.push(dash.lastIndex - 1)
  }
  return found
}

/** The end of the last line of a value. */
function lastLineEnd(text: string, { start, end }: SourceNode): number | undefined {
  // A block text ends behind its line feed.
  if (isLineStart(text, end) && end > start) return end - (text.startsWith('\r\n', end - 2) ? 2 : 1)
  return trailingComment(text, end)?.end
}

/** The end of the comments below a line that are indented deeper than a column. */
function endOfComments(text: string, lineEnd: number, column: number): number {
  let end = lineEnd
  for (;;) {
    const next = skipLineEnd(text, end) ?? text.length
    const at = skipSpace(text, next)
    if (next === text.length || text.charAt(at) !== '#' || at - next <= column) return end
    end = nextLineEnd(text, at)
  }
}

/** The offset of the first of the comments right above a line, which are indented like it. */
function leadOf(
  text: string,
  start: number,
  { indent, floor }: { readonly indent: string; readonly floor: number },
): number {
  let lead = start
  for (;;) {
    const line = lead - indent.length
    const above = text.lastIndexOf('\n', line - 2) + 1
    if (above >= line || above <= floor || !text.startsWith(`${indent}#`, above)) return lead
    lead = above + indent.length
  }
}

function nextLineEnd(text: string, at: number): number {
  const end = /[\r\n]/g
  end.lastIndex = at
  return end.exec(text)?.index ?? text.length
}
