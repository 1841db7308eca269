import { isDeepStrictEqual } from 'node:util'
import { lineEndOf } from '@scenewright/model/text'
import type { Document, YAMLMap } from 'yaml'

/** A field to set in a config. */
export interface ConfigField {
  /** The path of the mapping that contains it. */
  readonly holder: readonly string[]
  readonly name: string
  /** As it is written: a text, or a mapping in braces. */
  readonly value: string
  /** The field that it follows if it is new. */
  readonly after: string
}

/**
 * Sets fields in the text of a config, and leaves every other character unchanged. Undefined if that is not possible
 * safely: the mapping does not exist, or is written in a style without a place for them.
 */
export async function setInConfig(text: string, fields: readonly ConfigField[]): Promise<string | undefined> {
  // Loaded here: it is slow to load, and only few commands write a config.
  const { parse, parseDocument, isMap } = await import('yaml')
  let edited = text
  for (const { holder, name, value, after } of fields) {
    const document = parseDocument(edited)
    const map = document.errors.length === 0 ? document.getIn(holder, true) : undefined
    const next = isMap(map) ? withField(edited, map, { name, value, after }) : undefined
    const wanted: unknown = value.startsWith('{') ? parse(value) : value
    if (next === undefined || !isJustThat(document, parseDocument(next), [...holder, name], wanted)) return undefined
    edited = next
  }
  return edited
}

type Field = Pick<ConfigField, 'name' | 'value' | 'after'>

function withField(text: string, map: YAMLMap, { name, value, after }: Field): string | undefined {
  const present = rangesOf(map, name)
  if (present !== undefined) return text.slice(0, present.start) + value + text.slice(present.end)
  const neighbor = rangesOf(map, after)
  if (neighbor === undefined) return undefined
  if (map.flow) return `${text.slice(0, neighbor.end)}, ${name}: ${value}${text.slice(neighbor.end)}`
  const indent = text.slice(text.lastIndexOf('\n', neighbor.key - 1) + 1, neighbor.key)
  if (indent.trim() !== '') return undefined
  const lineEnd = text.indexOf('\n', neighbor.end)
  const eol = lineEndOf(text)
  if (lineEnd < 0) return `${text}${eol}${indent}${name}: ${value}${eol}`
  return `${text.slice(0, lineEnd + 1)}${indent}${name}: ${value}${eol}${text.slice(lineEnd + 1)}`
}

/** The offsets of a field's name, and of the start and end of its value; undefined if it is not in a simple form. */
function rangesOf(map: YAMLMap, name: string): { key: number; start: number; end: number } | undefined {
  const pair = map.items.find(({ key }) => isNode(key) && 'value' in key && key.value === name)
  if (pair === undefined || !isNode(pair.key) || !isNode(pair.value)) return undefined
  return { key: pair.key.range[0], start: pair.value.range[0], end: pair.value.range[1] }
}

function isNode(
  value: unknown,
): value is { readonly range: readonly [number, number, number]; readonly value?: unknown } {
  return typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range)
}

/** Whether the second value equals the first with the value at the path. */
function isJustThat(before: Document, after: Document, path: readonly string[], value: unknown): boolean {
  if (after.errors.length > 0) return false
  const wanted = before.clone()
  wanted.setIn(path, value)
  return isDeepStrictEqual(wanted.toJS(), after.toJS())
}
