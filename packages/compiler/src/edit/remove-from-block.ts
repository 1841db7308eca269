import { behindLineEnd, isLineStart, readGap, skipSpace, skipSpaceBack } from './gap.ts'
import type { ListItem } from './list-item.ts'
import { cut, type Splice } from './splice.ts'

/**
 * The splices that take an item out of a YAML list whose items have a line each, with its lines. Its comments stay, on
 * lines of their own. Undefined for the only item, and where the dash is not the first on its line.
 */
export function removeFromBlock(text: string, { list, item, previous, next }: ListItem): readonly Splice[] | undefined {
  if (previous === undefined && next === undefined) return undefined
  const gap = readGap(text, { start: previous?.end ?? list.start, end: item.start }, 'yaml')
  const marks = gap?.filter(({ kind }) => kind !== 'comment')
  const [dash] = marks ?? []
  if (gap === undefined || dash?.kind !== '-' || marks?.length !== 1) return undefined
  const lineStart = skipSpaceBack(text, dash.start)
  if (!isLineStart(text, lineStart)) return undefined
  const trailing = trailingComment(text, item.end)
  if (trailing === undefined) return undefined
  const comments = gap.filter(({ start }) => start > dash.start).map(({ start, end }) => text.slice(start, end))
  if (trailing.comment !== '') comments.push(trailing.comment)
  if (comments.length === 0) return [cut(lineStart, trailing.next)]
  const separator = `${text.slice(trailing.end, trailing.next)}${text.slice(lineStart, dash.start)}`
  return [{ start: dash.start, end: trailing.end, text: comments.join(separator) }]
}

interface Trailing {
  /** Empty where there is none. */
  readonly comment: string
  readonly end: number
  /** Where the next line begins. */
  readonly next: number
}

/** The comment on the line on which a value ends; undefined where something else stands there. */
function trailingComment(text: string, end: number): Trailing | undefined {
  // A block text ends with its line.
  if (isLineStart(text, end)) return { comment: '', end, next: end }
  const at = skipSpace(text, end)
  const comment = at > end && text.charAt(at) === '#' ? (/^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '') : ''
  const lineEnd = at + comment.length
  const next = behindLineEnd(text, lineEnd)
  return next === undefined ? undefined : { comment, end: lineEnd, next }
}
