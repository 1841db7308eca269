import { lineEndOf } from '@scenewright/model/text'
import { skipSpaceBack } from '../format/lines.ts'
import type { Span } from '../parse/places.ts'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { readSuppressionForm } from '../parse/suppression-form.ts'
import { isIndented, readBlockLines } from './block-lines.ts'
import { commentsIn } from './comments-in.ts'
import { isLineStart, readGap, skipLineEnd } from './gap.ts'
import { partOf, readEnclosed } from './list-item.ts'
import { removeFromBrackets } from './remove-from-brackets.ts'
import { cut, type Splice } from './splice.ts'
import type { Proposals, Target } from './target.ts'

/**
 * Removes a field or an item. The comments of its lines remain, on lines of their own, except for suppressions: these
 * would cover the next one.
 */
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
  return splices === undefined ? 'form' : [[...splices, ...suppressionsOf(text, found.item, language)]]
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
  const above = suppressionsAbove(text, lineStart, 'yaml')
  const kept = comments.filter(comment => !isSuppression(comment))
  if (kept.length === 0) {
    const top = above.reduce((from, line) => (line.end === from ? line.start : from), lineStart)
    const apart = above.filter(line => line.start < top)
    return [[...apart, cut(blankLinesBefore(text, top, behind), behind)]]
  }
  const separator = `${lineEndOf(text)}${text.slice(lineStart, start)}`
  return [[...above, { start, end: lineEnd, text: kept.join(separator) }]]
}

/** Removes the suppressions that cover only this part of a list or mapping in brackets: it has lines of its own. */
function suppressionsOf(text: string, { start, end }: Span, language: Language): readonly Splice[] {
  const lineStart = skipSpaceBack(text, start)
  const right = end + (/^[ \t]*,?[ \t]*/.exec(text.slice(end, end + 200))?.[0].length ?? 0)
  const comment = /^[^\r\n]*/.exec(text.slice(right))?.[0] ?? ''
  if (!isLineStart(text, lineStart) || (comment !== '' && !commentForms[language].test(comment))) return []
  const above = suppressionsAbove(text, lineStart, language)
  if (!isSuppression(comment)) return above
  const lineEnd = right + comment.length
  return [...above, cut(lineStart, start), cut(right, skipLineEnd(text, lineEnd) ?? lineEnd)]
}

const commentForms = { yaml: /^#/, typescript: /^(?:\/\/|\/\*.*\*\/\s*$)/ } as const satisfies Record<Language, RegExp>

/** Removes the lines with suppressions above a line, up to the next one that is neither blank nor a comment. */
function suppressionsAbove(text: string, lineStart: number, language: Language): readonly Splice[] {
  const found: Splice[] = []
  let end = lineStart
  while (end > 0) {
    const start = end === 1 ? 0 : text.lastIndexOf('\n', end - 2) + 1
    const line = text.slice(start, end).trim()
    if (line !== '' && !commentForms[language].test(line)) break
    if (isSuppression(line)) found.push(cut(start, end))
    end = start
  }
  return found
}

function isSuppression(comment: string): boolean {
  return readSuppressionForm(comment.replace(/^(?:#|\/\/|\/\*\*?)/, '')) !== undefined
}

/** The start of the blank lines before a part, if a blank line or the end of the file follows it as well. */
function blankLinesBefore(text: string, lineStart: number, next: number): number {
  const isBlankAfter = next === text.length || /^[ \t]*\r?\n/.test(text.slice(next, next + 200))
  const blank = isBlankAfter
    ? /(?:(?<=\n)[ \t]*\r?\n)+$/.exec(text.slice(Math.max(0, lineStart - 200), lineStart))
    : null
  return lineStart - (blank?.[0].length ?? 0)
}
