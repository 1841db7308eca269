import { isObject } from '@scenewright/model'
import { lineEndOf } from '@scenewright/model/text'
import { fieldIn } from '../bind/locate.ts'
import type { Span } from '../parse/places.ts'
import type { SourceField, SourceMapping } from '../parse/source-tree.ts'
import { readSuppressionForm } from '../parse/suppression-form.ts'
import { type BlockElement, type BlockLines, indentAt, isIndented, readBlockLines } from './block-lines.ts'
import { placeOfOptions } from './braces.ts'
import { readGap, skipLineEnd, skipSpace } from './gap.ts'
import { areInOrder, type Enclosed, readEnclosed } from './list-item.ts'
import type { Splice } from './splice.ts'
import type { Step } from './steps.ts'
import { commonQuote, styleOf, typescriptNode } from './style.ts'
import type { Proposals, Target } from './target.ts'
import { trailingComment } from './trailing-comment.ts'
import { nodesPath } from './tree-path.ts'
import { fieldLines, fieldName, inlineField, inlineValue, itemLines } from './write-value.ts'

type Splices = readonly Splice[] | undefined

type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>

/** Adds items to a list, in the style of those that it has. */
export function addItems(target: Target, { index, values }: StepOf<'items'>): Proposals {
  const { text, language, trail } = target
  const list = trail.at(-1)
  if (list?.kind !== 'list') return 'form'
  const style = { ...styleOf(target), quote: commonQuote(text, list.items) }
  if (text.charAt(list.start) === '[') {
    const enclosed = readEnclosed(text, list, language)
    // In TypeScript, a call may follow: `['a'].concat(b)`.
    if (enclosed === undefined || !areInOrder(enclosed, index - 1, index)) return 'computed'
    const written = values.map(value => inlineValue(value, style))
    return proposed(intoEnclosed(target, enclosed, { index, written }))
  }
  const lines = language === 'yaml' ? readBlockLines(text, list) : undefined
  const [first] = lines?.elements ?? []
  const item = list.items[0]
  if (lines === undefined || first === undefined || item === undefined) return 'form'
  const near = Math.max(0, Math.min(index, list.items.length) - 1)
  const space = text.slice((lines.elements[near]?.start ?? 0) + 1, list.items[near]?.start)
  const mark = /^ +$/.test(space) ? `-${space}` : '- '
  const column = lines.indent.length
  const written = values.map(value => itemLines(value, style, column, isObject(value) ? '- ' : mark))
  return proposed(intoLines(text, lines, { index, written }))
}

/** Adds a field to a mapping, after the field that comes before it in canonical order. */
export function addField(target: Target, step: StepOf<'field'>): Proposals {
  const { text, language, trail } = target
  const { name, value, after } = step
  const holder = trail.at(-1)
  if (holder?.kind !== 'mapping') return 'form'
  const previous = after === undefined ? undefined : fieldIn(holder, after)
  const lists = holder.fields.flatMap(each => (each.value.kind === 'list' ? each.value.items : []))
  const style = { ...styleOf(target), ...(Array.isArray(value) && { quote: commonQuote(text, lists) }) }
  const isInLines = language === 'yaml' && text.charAt(holder.start) !== '{'
  if (!isInLines) {
    const call =
      isObject(value) || value === 'END'
        ? typescriptNode({ language, path: [...target.path, name] }, isObject(value) ? value : { type: value }, style)
        : undefined
    const written = call === undefined ? inlineField(name, value, style) : `${fieldName(name, style, true)}: ${call}`
    return intoBraces(target, holder, { after, written })
  }
  const [first] = holder.fields
  if (first === undefined) return 'form'
  const isNode = String(target.path) === String(nodesPath)
  const indent = indentAt(text, (previous ?? first).key.start)
  if (indent === undefined) return 'form'
  const written = [fieldLines(name, value, { ...style, quote: '' }, indent.length)]
  if (isNode) {
    const lines = readBlockLines(text, holder)
    const index = holder.fields.findIndex(({ slot }) => slot === after) + 1
    return lines === undefined ? 'form' : proposed(intoLines(text, lines, { index, written }))
  }
  if (previous === undefined) {
    const at = first.key.start
    const lines = written.flat().map(line => `${line}${lineEndOf(text)}${indent}`)
    return [[{ start: at, end: at, text: lines.join('') }]]
  }
  if (previous.value.start < previous.key.end && previous.value.end > previous.value.start) return 'form'
  return proposed(onNextLines(text, { end: lastEnd(text, previous), indent, lines: written.flat() }))
}

/** Makes the value of `next` the first or second item of a list in brackets. */
export function wrapInList(target: Target, { index, value }: StepOf<'wrap'>): Proposals {
  const { text, language, trail } = target
  const part = trail.at(-1)
  if (part === undefined || (part.kind === 'mapping' && text.charAt(part.start) !== '{')) return 'form'
  const isComputed =
    language === 'yaml' ? /[*&!|>]/.test(text.charAt(part.start)) : !/["'`{]/.test(text.charAt(part.start))
  if (isComputed) return 'computed'
  const written = inlineValue(value, { ...styleOf(target), quote: commonQuote(text, [part]) })
  const { start, end } = part
  const [before, after] = index === 0 ? [`[${written}, `, ']'] : ['[', `, ${written}]`]
  return [
    [
      { start, end: start, text: before },
      { start: end, end, text: after },
    ],
  ]
}

function proposed(splices: readonly Splice[] | undefined): Proposals {
  return splices === undefined ? 'form' : [splices]
}

function intoBraces(
  target: Target,
  holder: SourceMapping,
  { after, written }: { readonly after: string | undefined; readonly written: string },
): Proposals {
  const { text, language } = target
  const enclosed = readEnclosed(text, holder, language)
  if (enclosed !== undefined) {
    const index = enclosed.names.indexOf(after ?? '') + 1
    if (!areInOrder(enclosed, index - 1, index)) return 'computed'
    return proposed(intoEnclosed(target, enclosed, { index, written: [written] }))
  }
  const at = language === 'typescript' ? placeOfOptions(text, holder) : undefined
  if (at === undefined) return 'form'
  const isAlone = text.charAt(at - 1) === '('
  return [[{ start: at, end: at, text: isAlone ? `{ ${written} }` : `, { ${written} }` }]]
}

interface NewParts {
  readonly index: number
  readonly written: readonly string[]
}

/** The splices that write parts before the one at `index` in brackets or braces. */
function intoEnclosed(
  source: Pick<Target, 'text' | 'language'>,
  enclosed: Enclosed,
  { index, written }: NewParts,
): Splices {
  const { text } = source
  const { parts, end } = enclosed
  const [previous, next] = [parts[index - 1], parts[index]]
  if (previous !== undefined) return afterElement(source, previous, next?.start ?? end - 1, written)
  if (next === undefined) return intoEmpty(text, enclosed, written.join(', '))
  const indent = isIndented(text, next.start) ? indentAt(text, next.start) : undefined
  const line = skipLineEnd(text, skipSpace(text, enclosed.start + 1))
  if (indent === undefined || line === undefined)
    return [{ start: next.start, end: next.start, text: `${written.join(', ')}, ` }]
  const lines = written.map(part => `${indent}${part},${lineEndOf(text)}`)
  return [{ start: line, end: line, text: lines.join('') }]
}

interface NewElements {
  readonly index: number
  readonly written: readonly (readonly string[])[]
}

/** The splice that writes elements of lines before the one at `index`, with the blank lines that are usual there. */
function intoLines(text: string, { indent, elements }: BlockLines, { index, written }: NewElements): Splices {
  const eol = lineEndOf(text)
  const [previous, next] = [elements[index - 1], elements[index]]
  const gap = gapAt(text, elements, index) ?? `${eol}${indent}`
  const parts = written.map(lines =>
    lines.map((line, at) => (line === '' || at === 0 ? line : `${indent}${line}`)).join(eol),
  )
  if (previous !== undefined) {
    return [{ start: previous.end, end: previous.end, text: parts.map(part => `${gap}${part}`).join('') }]
  }
  if (next === undefined || !isIndented(text, next.start)) return undefined
  return [{ start: next.lead, end: next.lead, text: parts.map(part => `${part}${gap}`).join('') }]
}

/** The white space between the elements around a place, or between the two before or after it. */
function gapAt(text: string, elements: readonly BlockElement[], index: number): string | undefined {
  const at = Math.max(1, Math.min(index, elements.length - 1))
  const [before, behind] = [elements[at - 1], elements[at]]
  const gap = before && behind && text.slice(before.end, behind.lead)
  return gap?.trim() === '' ? gap : undefined
}

/** The end of a field's last value; a list of lines may end behind the comments below it. */
function lastEnd(text: string, { value }: SourceField): number {
  const isInLines = value.kind === 'list' && text.charAt(value.start) === '-'
  return isInLines ? (value.items.at(-1)?.end ?? value.end) : value.end
}

function intoEmpty(text: string, list: Span, written: string): Splices {
  const isBlank = text.slice(list.start + 1, list.end - 1).trim() === ''
  const start = list.start + 1
  return [{ start, end: isBlank ? list.end - 1 : start, text: written }]
}

interface NewLines {
  /** The end of the value that they follow. */
  readonly end: number
  readonly indent: string
  readonly lines: readonly string[]
}

/** The splice that writes lines below a value and the comments that belong to it. */
function onNextLines(text: string, { end, indent, lines }: NewLines): Splices {
  const trailing = trailingComment(text, end)
  if (trailing === undefined) return undefined
  const next = endOfOwnComments(text, trailing.next, indent.length)
  const isOpen = next === text.length && !text.endsWith('\n')
  const eol = lineEndOf(text)
  const written = lines.map(line => (line === '' ? '' : `${indent}${line}`)).join(eol)
  return [{ start: next, end: next, text: isOpen ? `${eol}${written}` : `${written}${eol}` }]
}

/** The end of the comments from a line on that are indented deeper than a key. A suppression belongs to what follows. */
function endOfOwnComments(text: string, from: number, column: number): number {
  const line = new RegExp(`(?:[ \\t]*\\r?\\n)*[ \\t]{${column + 1},}#([^\\r\\n]*)(?:\\r?\\n|$)`, 'y')
  for (let end = from; ; end = line.lastIndex) {
    line.lastIndex = end
    const comment = line.exec(text)?.[1]
    if (comment === undefined || readSuppressionForm(comment) !== undefined) return end
  }
}

/** The splices that write more elements behind one in brackets or braces: on their own lines if it is on one. */
function afterElement(
  source: Pick<Target, 'text' | 'language'>,
  { start, end }: Span,
  limit: number,
  elements: readonly string[],
): Splices {
  const { text, language } = source
  const gap = readGap(text, { start: end, end: limit }, language)
  if (gap === undefined || gap.some(({ kind }) => kind === '-')) return undefined
  const [first] = gap
  const comma = first?.kind === ',' ? first : undefined
  const written = elements.join(', ')
  const behind = comma?.end ?? end
  const comment = gap.find(part => part.kind === 'comment' && part.start === skipSpace(text, behind))
  const next = skipLineEnd(text, skipSpace(text, comment?.end ?? behind))
  const indent = isIndented(text, start) ? indentAt(text, start) : undefined
  if (indent === undefined || next === undefined) return [{ start: end, end, text: `, ${written}` }]
  const eol = lineEndOf(text)
  const lines = elements.map(element => `${indent}${element}`).join(`,${eol}`)
  if (comma !== undefined) return [{ start: next, end: next, text: `${lines},${eol}` }]
  return [
    { start: end, end, text: ',' },
    { start: next, end: next, text: `${lines}${eol}` },
  ]
}
