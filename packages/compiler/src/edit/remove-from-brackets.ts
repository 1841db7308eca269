import { skipSpaceBack } from '../format/lines.ts'
import type { Span } from '../parse/places.ts'
import type { Language } from '../parse/source-tree.ts'
import { type GapPart, isLineStart, readGap, skipLineEnd, skipSpace } from './gap.ts'
import type { ListItem } from './list-item.ts'
import { cut, type Splice } from './splice.ts'

/**
 * The splices that remove an item and its comma from a list in brackets, and the line if it becomes empty. The comments
 * around it remain. Undefined if there is anything else between the items: a hole, a tag, parentheses.
 */
export function removeFromBrackets(
  text: string,
  { list, item, previous, next }: ListItem,
  language: Language,
): readonly Splice[] | undefined {
  const before = readGap(text, { start: previous?.end ?? list.start + 1, end: item.start }, language)
  const after = readGap(text, { start: item.end, end: next?.start ?? list.end - 1 }, language)
  if (before === undefined || after === undefined) return undefined
  const commaBefore = before.filter(isComma)
  const commaAfter = after.filter(isComma)
  const isPlain = commaBefore.length === (previous === undefined ? 0 : 1) && commaAfter.length <= 1
  if (!isPlain || [...before, ...after].some(({ kind }) => kind === '-')) return undefined
  const comma = commaAfter[0] ?? commaBefore[0]
  if (comma === undefined) return [cutOut(text, item, false)]
  // With a comment between the two, each is removed separately.
  const isRightBehind = comma.start >= item.end && after[0] === comma
  if (isRightBehind) return [cutOut(text, { start: item.start, end: comma.end }, next !== undefined)]
  const isRightBefore =
    comma.end <= item.start && before.at(-1) === comma && !text.slice(comma.end, item.start).includes('\n')
  if (isRightBefore) return [cut(comma.start, item.end)]
  return [cut(comma.start, comma.end), cutOut(text, item, next !== undefined)]
}

function isComma({ kind }: GapPart): boolean {
  return kind === ','
}

/** Removes a range and the space that would then be superfluous: its whole line, or the space on one side of it. */
function cutOut(text: string, { start, end }: Span, hasNext: boolean): Splice {
  const left = skipSpaceBack(text, start)
  const right = skipSpace(text, end)
  const lineEnd = skipLineEnd(text, right)
  const isFirst = isLineStart(text, left)
  if (isFirst && lineEnd !== undefined) return cut(left, lineEnd)
  if (isFirst) return cut(start, right)
  const isComment = text.charAt(right) === '#' || text.charAt(right) === '/'
  if (hasNext && !isComment && lineEnd === undefined) return cut(start, right)
  return cut(text.charAt(left - 1) === '[' && isComment ? start : left, end)
}
