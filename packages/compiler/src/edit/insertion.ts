import { lineEndOf } from '@scenewright/model/text'
import type { Span } from '../parse/places.ts'
import {
  findField,
  type Language,
  type SourceField,
  type SourceMapping,
  type SourceNode,
} from '../parse/source-tree.ts'
import { fieldBefore } from './changed-value.ts'
import { isLineStart, readGap, skipLineEnd, skipSpace, skipSpaceBack } from './gap.ts'
import { newLiteral } from './replace-literal.ts'
import type { Splice } from './splice.ts'
import { trailingComment } from './trailing-comment.ts'

interface Source {
  readonly text: string
  readonly language: Language
}

type Splices = readonly Splice[] | undefined

/** The splices that append texts to a list, in the style of its items. */
export function appendToList(source: Source, list: SourceNode, texts: readonly string[]): Splices {
  if (list.kind !== 'list') return undefined
  const last = list.items.at(-1)
  const isInBrackets = source.text.charAt(list.start) === '['
  // In TypeScript, a call may follow: `['a'].concat(b)`.
  if (isInBrackets && source.text.charAt(list.end - 1) !== ']') return undefined
  const quote = commonQuote(source.text, list.items)
  const literals = texts.map(text => newLiteral(text, quote, { language: source.language, isInline: isInBrackets }))
  if (last === undefined) return isInBrackets ? intoEmpty(source.text, list, literals.join(', ')) : undefined
  if (last.start < list.start || last.end > list.end) return undefined
  if (isInBrackets) return afterElement(source, last, list.end - 1, literals)
  const dash = readGap(source.text, { start: list.items.at(-2)?.end ?? list.start, end: last.start }, 'yaml')?.findLast(
    ({ kind }) => kind === '-',
  )
  if (dash === undefined) return undefined
  const space = source.text.slice(dash.end, last.start)
  const mark = /^ +$/.test(space) ? `-${space}` : '- '
  return onNextLines(source.text, {
    end: last.end,
    column: dash.start,
    lines: literals.map(literal => `${mark}${literal}`),
  })
}

/** The splices that add a field with a number, or with a list of texts, to a scenario that does not have it. */
export function addField(
  source: Source,
  root: SourceMapping,
  name: string,
  value: number | readonly string[],
): Splices {
  const { text, language } = source
  const names = root.fields.map(field => field.name)
  const previous = fieldBefore(names, name)
  const field = previous === undefined ? undefined : findField(root, previous)
  if (field === undefined || field.value.start < field.key.end) return undefined
  const inline = (items: readonly string[]) => {
    const quote = commonQuote(
      text,
      root.fields.flatMap(each => (each.value.kind === 'list' ? each.value.items : [])),
    )
    return `[${items.map(item => newLiteral(item, quote, { language, isInline: true })).join(', ')}]`
  }
  if (text.charAt(root.start) === '{') {
    const written = `${name}: ${typeof value === 'number' ? value : inline(value)}`
    const next = root.fields[root.fields.indexOf(field) + 1]
    return afterElement(source, { start: field.key.start, end: field.value.end }, next?.key.start ?? root.end - 1, [
      written,
    ])
  }
  const lines =
    typeof value === 'number'
      ? [`${name}: ${value}`]
      : [
          `${name}:`,
          ...value.map(item => `${listIndent(text, root)}- ${newLiteral(item, '', { language, isInline: false })}`),
        ]
  return onNextLines(text, { end: lastEnd(text, field), column: field.key.start, lines })
}

/** How far the lists of a scenario are indented; two spaces if it has none. */
function listIndent(text: string, root: SourceMapping): string {
  for (const { key, value } of root.fields) {
    if (value.kind !== 'list' || text.charAt(value.start) !== '-') continue
    const [outer, inner] = [indentOf(text, key.start), indentOf(text, value.start)]
    if (outer !== undefined && inner?.startsWith(outer)) return inner.slice(outer.length)
  }
  return '  '
}

/** The end of a field's last value; a list of lines may end behind the comments below it. */
function lastEnd(text: string, { value }: SourceField): number {
  const isInLines = value.kind === 'list' && text.charAt(value.start) === '-'
  return isInLines ? (value.items.at(-1)?.end ?? value.end) : value.end
}

/** The quotation mark of all items, if it is the same one. */
function commonQuote(text: string, items: readonly SourceNode[]): string {
  const [mark = '', ...others] = new Set(items.map(({ start }) => text.charAt(start)))
  return others.length === 0 && /["'`]/.test(mark) ? mark : ''
}

function intoEmpty(text: string, list: Span, written: string): Splices {
  const isBlank = text.slice(list.start + 1, list.end - 1).trim() === ''
  const start = list.start + 1
  return [{ start, end: isBlank ? list.end - 1 : start, text: written }]
}

interface NewLines {
  /** The end of the value that they follow. */
  readonly end: number
  /** The offset of the first mark or key of that value, which begins a line. */
  readonly column: number
  readonly lines: readonly string[]
}

/** The splice that writes lines below a value, in the column of a part of it. */
function onNextLines(text: string, { end, column, lines }: NewLines): Splices {
  const indent = indentOf(text, column)
  const trailing = trailingComment(text, end)
  if (indent === undefined || trailing === undefined) return undefined
  const { next } = trailing
  const isOpen = next === text.length && !text.endsWith('\n')
  const eol = lineEndOf(text)
  const written = lines.map(line => `${indent}${line}`).join(eol)
  return [{ start: next, end: next, text: isOpen ? `${eol}${written}` : `${written}${eol}` }]
}

/** The white space before an offset; undefined if it is not the first on its line. */
function indentOf(text: string, at: number): string | undefined {
  const start = skipSpaceBack(text, at)
  return isLineStart(text, start) ? text.slice(start, at) : undefined
}

/** The splices that write more elements behind one in brackets or braces: on their own lines if it is on one. */
function afterElement(source: Source, { start, end }: Span, limit: number, elements: readonly string[]): Splices {
  const { text, language } = source
  const gap = readGap(text, { start: end, end: limit }, language)
  if (gap === undefined || gap.some(({ kind }) => kind === '-')) return undefined
  const [first] = gap
  const comma = first?.kind === ',' ? first : undefined
  const written = elements.join(', ')
  const behind = comma?.end ?? end
  const comment = gap.find(part => part.kind === 'comment' && part.start === skipSpace(text, behind))
  const next = skipLineEnd(text, skipSpace(text, comment?.end ?? behind))
  const indent = indentOf(text, start)
  if (indent === undefined || next === undefined) return [{ start: end, end, text: `, ${written}` }]
  const eol = lineEndOf(text)
  const lines = elements.map(element => `${indent}${element}`).join(`,${eol}`)
  if (comma !== undefined) return [{ start: next, end: next, text: `${lines},${eol}` }]
  return [
    { start: end, end, text: ',' },
    { start: next, end: next, text: `${lines}${eol}` },
  ]
}
