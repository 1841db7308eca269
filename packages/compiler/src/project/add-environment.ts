import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@scenewright/model'
import type { YAMLMap } from 'yaml'

/** An environment to add to a config. */
export interface NewEnvironment {
  readonly name: string
  readonly url: string
  readonly bot: string
}

/** Where to insert a text into another. */
interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * Adds an environment to the text of a config, after the existing ones, and leaves every other character unchanged.
 * Undefined if there is already one with that name, or if the text has no place for it: it is not YAML, its root is in
 * braces, or the environments are an alias.
 */
export async function addEnvironment(text: string, environment: NewEnvironment): Promise<string | undefined> {
  // Loaded here: it is slow to load, and only few commands write a config.
  const { parseDocument, stringify } = await import('yaml')
  const before = parseDocument(text)
  const config: unknown = before.errors.length > 0 ? undefined : (before.toJS() ?? {})
  if (!isObject(config)) return undefined
  const { name, ...fields } = environment
  const present = config.environments ?? {}
  if (!isObject(present) || Object.hasOwn(present, name)) return undefined
  const lines = stringify({ [name]: fields })
  const { at, text: added } = insertion(text, before.getIn(['environments'], true), { lines, environment })
  const edited = `${text.slice(0, at)}${text.includes('\r\n') ? added.replaceAll('\n', '\r\n') : added}${text.slice(at)}`
  const after = parseDocument(edited)
  const wanted = { ...config, environments: { ...present, [name]: fields } }
  return after.errors.length === 0 && isDeepStrictEqual(after.toJS(), wanted) ? edited : undefined
}

interface Written {
  /** The environment as YAML in lines, without indentation. */
  readonly lines: string
  readonly environment: NewEnvironment
}

function insertion(text: string, present: unknown, { lines, environment }: Written): Insertion {
  if (isMap(present) && present.flow === true) return inBraces(present, environment)
  if (isMap(present)) {
    const first = present.items[0]
    const indent = columnOf(text, rangeOf(first?.key)?.[0] ?? 0)
    const at = pastComments(text, lastOffset(present), indent)
    return onNewLine(text, at, indented(lines, indent))
  }
  const empty = rangeOf(present)
  if (empty !== undefined) return onNewLine(text, nextLine(text, empty[0]), indented(lines, 2))
  return onNewLine(text, text.length, `${text.trim() === '' ? '' : '\n'}environments:\n${indented(lines, 2)}`)
}

/** In braces every value is quoted: a comma or a brace in it would end it. */
function inBraces(map: YAMLMap, { name, url, bot }: NewEnvironment): Insertion {
  const entry = `${JSON.stringify(name)}: { url: ${JSON.stringify(url)}, bot: ${JSON.stringify(bot)} }`
  const last = rangeOf(map.items.at(-1)?.value)
  const [start = 0] = rangeOf(map) ?? []
  return last === undefined ? { at: start + 1, text: ` ${entry} ` } : { at: last[1], text: `, ${entry}` }
}

/** The end of the last value of a mapping, however deeply nested. */
function lastOffset(map: YAMLMap): number {
  const value = map.items.at(-1)?.value
  if (isMap(value) && value.flow !== true && value.items.length > 0) return lastOffset(value)
  return rangeOf(value)?.[1] ?? rangeOf(map)?.[1] ?? 0
}

/** The start of the line after an offset, and after the comments that belong to the value that ends there. */
function pastComments(text: string, offset: number, indent: number): number {
  let at = nextLine(text, offset)
  for (;;) {
    const line = text.slice(at, nextLine(text, at))
    const comment = /^ *(?=#)/.exec(line)
    if (comment === null || comment[0].length <= indent) return at
    at += line.length
  }
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

function onNewLine(text: string, at: number, lines: string): Insertion {
  return { at, text: at === 0 || text[at - 1] === '\n' ? lines : `\n${lines}` }
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

function indented(lines: string, by: number): string {
  return lines.replace(/^(?=.)/gm, ' '.repeat(by))
}

function isMap(node: unknown): node is YAMLMap {
  return isObject(node) && Array.isArray(node.items) && 'has' in node
}

function rangeOf(node: unknown): readonly [start: number, end: number, ...rest: unknown[]] | undefined {
  if (!isObject(node) || !Array.isArray(node.range)) return undefined
  const [start, end] = node.range
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined
}
