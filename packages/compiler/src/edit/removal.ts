import { lineEndOf } from '@scenewright/model/text'
import type { SourceNode } from '../parse/source-tree.ts'
import { isIndented, readBlockLines } from './block-lines.ts'
import { commentsIn } from './comments-in.ts'
import { readGap, skipLineEnd, skipSpaceBack } from './gap.ts'
import { partOf, readEnclosed } from './list-item.ts'
import { removeFromBrackets } from './remove-from-brackets.ts'
import { cut } from './splice.ts'
import type { Proposals, Target } from './target.ts'

/** Removes a field or an item. The comments of its lines remain, on lines of their own. */
export function removal({ text, trail, language, path }: Target): Proposals {
  const [holder, part] = trail.slice(-2)
  if (holder === undefined || part === undefined) return 'absent'
  const name = path.at(-1)
  if (language === 'yaml' && !/[[{]/.test(text.charAt(holder.start))) return fromLines(text, holder, name)
  const enclosed = readEnclosed(text, holder, language)
  const found = enclosed && partOf(enclosed, name)
  if (found === undefined) return 'form'
  const { start, end } = found.item
  if (commentsIn(text, { start, end, node: part }, language).length > 0) return 'comment'
  const splices = removeFromBrackets(text, found, language)
  return splices === undefined ? 'form' : [splices]
}

function fromLines(text: string, holder: SourceNode, name: string | number | undefined): Proposals {
  const lines = readBlockLines(text, holder)
  const index = holder.kind === 'mapping' ? holder.fields.findIndex(({ slot }) => slot === name) : Number(name)
  const [element, next] = lines?.elements.slice(index) ?? []
  if (lines === undefined || element === undefined) return 'form'
  if (lines.elements.length === 1) return 'last'
  const { start, lineEnd } = element
  const item = holder.kind === 'list' ? holder.items[index] : undefined
  // A tag or an anchor belongs to more than this item.
  if (item !== undefined && readGap(text, { start, end: item.start }, 'yaml') === undefined) return 'computed'
  const field = holder.kind === 'mapping' ? holder.fields[index] : undefined
  const node = item ?? field?.value ?? holder
  const comments = commentsIn(text, { start, end: lineEnd, node, ...(field && { key: field.key }) }, 'yaml')
  if (!isIndented(text, start)) {
    // The first of a mapping behind a dash: the next field takes its place.
    const isPlain = comments.length === 0 && next !== undefined && next.lead === next.start && element.end === lineEnd
    return isPlain ? [[cut(start, next.start)]] : 'form'
  }
  const lineStart = skipSpaceBack(text, start)
  const behind = skipLineEnd(text, lineEnd) ?? text.length
  if (comments.length === 0) return [[cut(blankLinesBefore(text, lineStart, behind), behind)]]
  const separator = `${lineEndOf(text)}${text.slice(lineStart, start)}`
  return [[{ start, end: lineEnd, text: comments.join(separator) }]]
}

/** The start of the blank lines before a part, if a blank line or the end of the file follows it as well. */
function blankLinesBefore(text: string, lineStart: number, next: number): number {
  const isBlankAfter = next === text.length || /^[ \t]*\r?\n/.test(text.slice(next, next + 200))
  const blank = isBlankAfter
    ? /(?:(?<=\n)[ \t]*\r?\n)+$/.exec(text.slice(Math.max(0, lineStart - 200), lineStart))
    : null
  return lineStart - (blank?.[0].length ?? 0)
}
