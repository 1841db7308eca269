import { isObject } from '@scenewright/model'
import { printBlock } from '../format/print-text.ts'
import { isPlain, quoted } from '../format/text-style.ts'
import type { Language } from '../parse/source-tree.ts'
import { newLiteral } from './replace-literal.ts'

/** The style of the text around a new value. */
export interface Style {
  readonly language: Language
  /** The quotation mark of texts; empty if none is usual. */
  readonly quote: string
  /** How far the content of a mapping is indented. */
  readonly indent: string
  /** How far the items of a list are indented. */
  readonly listIndent: string
}

/** A value on one line, in brackets or braces. */
export function inlineValue(value: unknown, style: Style): string {
  if (Array.isArray(value)) return `[${value.map(item => inlineValue(item, style)).join(', ')}]`
  if (!isObject(value)) return scalarText(value, style, true)
  const fields = Object.entries(value).map(([name, content]) => inlineField(name, content, style))
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** A field on one line, in braces. */
export function inlineField(name: string, value: unknown, style: Style): string {
  return `${fieldName(name, style, true)}: ${inlineValue(value, style)}`
}

/** The lines of a field of a YAML mapping. `column` is that of its key. */
export function fieldLines(name: string, value: unknown, style: Style, column: number): readonly string[] {
  const key = `${fieldName(name, style, false)}:`
  if (Array.isArray(value) && value.length > 0) {
    const lines = value.flatMap(item => itemLines(item, style, column + style.listIndent.length))
    return [key, ...indented(lines, style.listIndent)]
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return [key, ...indented(mappingLines(value, style, column + style.indent.length), style.indent)]
  }
  return valueLines(key, value, style, column)
}

/** The lines of an item of a YAML list. `column` is that of its dash. */
export function itemLines(value: unknown, style: Style, column: number, mark = '- '): readonly string[] {
  if (!isObject(value) || Object.keys(value).length === 0) {
    return [`${mark}${Array.isArray(value) ? inlineValue(value, style) : scalarText(value, style, false)}`]
  }
  const [first = '', ...lines] = mappingLines(value, style, column + mark.length)
  return [`${mark}${first}`, ...indented(lines, ' '.repeat(mark.length))]
}

/** The name of a field, in quotes if it needs them. */
export function fieldName(name: string, { language }: Pick<Style, 'language'>, isInline: boolean): string {
  if (language === 'yaml') return isPlain(name, isInline) ? name : quoted(name)
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : newLiteral(name, "'", { language, isInline })
}

/** A scalar, with these quotes if it is a text. */
export function scalarText(
  value: unknown,
  { language, quote }: Pick<Style, 'language' | 'quote'>,
  isInline: boolean,
): string {
  return typeof value === 'string'
    ? newLiteral(value, quote, { language, isInline })
    : (JSON.stringify(value) ?? 'null')
}

function mappingLines(value: { readonly [field: string]: unknown }, style: Style, column: number): readonly string[] {
  return Object.entries(value).flatMap(([name, content]) => fieldLines(name, content, style, column))
}

/** A value behind a key or a dash; a text of several lines is below it. */
function valueLines(head: string, value: unknown, style: Style, column: number): readonly string[] {
  const mark = `${head} `
  if (typeof value !== 'string') return [`${mark}${inlineValue(value, style)}`]
  const isText = style.quote === '' && value.includes('\n')
  const block = isText ? printBlock({ kind: 'scalar', value }, column + style.indent.length, mark.length) : undefined
  if (block === undefined) return [`${mark}${scalarText(value, style, false)}`]
  return [`${mark}${block.header}`, ...indented(block.lines, style.indent)]
}

function indented(lines: readonly string[], indent: string): readonly string[] {
  return lines.map(line => (line === '' ? '' : `${indent}${line}`))
}
