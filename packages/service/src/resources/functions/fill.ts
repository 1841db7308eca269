import { randomUUID } from 'node:crypto'
import { keepsNumbers } from '../../http/json-body.ts'

/** A call that cannot be made, or whose response cannot be used. The message may be shown to the model. */
export class FunctionCallError extends Error {
  override readonly name = 'FunctionCallError'
}

/** An argument's name in braces. The braces of a JSON object never have this form. */
export const placeholder = /\{([\w$][\w$.-]*)\}/g

/** The arguments from a model, by name. */
export type Arguments = { readonly [name: string]: unknown }

/** The names of the arguments in a text. */
export function findPlaceholders(text: string): readonly string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** The text with each placeholder replaced by the result of `show` for its argument. */
export function fill(text: string, args: Arguments, show: (value: string, name: string) => string): string {
  return text.replaceAll(placeholder, (_braces, name: string) => show(textOf(args, name), name))
}

/** The value of an argument. Throws a FunctionCallError if it is missing. */
function argumentOf(args: Arguments, name: string): unknown {
  if (Object.hasOwn(args, name) && args[name] !== undefined) return args[name]
  throw new FunctionCallError(`The argument "${name}" is missing.`)
}

/** An argument as a part of a text. Throws a FunctionCallError for a list or an object. */
function textOf(args: Arguments, name: string): string {
  const value = argumentOf(args, name)
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new FunctionCallError(`The argument "${name}" must be a text, a number or a boolean.`)
}

/** The maximum length of an address, in characters. */
const maxUrlLength = 8192

/**
 * The address of a call. An argument is a part of one path segment, or of one query value: its value is
 * percent-encoded, so it cannot change the target. Throws a FunctionCallError.
 */
export function fillUrl(template: string, args: Arguments): URL {
  const start = template.search(/[?#]/)
  const path = start < 0 ? template : template.slice(0, start)
  const rest = start < 0 ? '' : template.slice(start)
  const text = fill(path, args, encodedSegment) + fill(rest, args, encoded)
  if (text.length > maxUrlLength)
    throw new FunctionCallError(`The address becomes longer than ${maxUrlLength} characters.`)
  const url = new URL(text)
  if (shapeOf(url) !== shapeOf(new URL(fill(template, args, () => 'x')))) {
    throw new FunctionCallError('The arguments would lead to another address.')
  }
  return url
}

/** The parts of a URL that no argument may change: a dot segment, in any spelling, removes the one before it. */
function shapeOf({ origin, username, password, pathname, search, hash }: URL): string {
  const separators = (text: string) => text.replaceAll(/[^/?&=#;]/g, '')
  return [origin, username, password, separators(pathname), separators(search), separators(hash)].join(' ')
}

function encodedSegment(value: string, name: string): string {
  // An address may have another meaning without its last segment, and servers may decode a slash before they resolve
  // dot segments.
  if (value === '')
    throw new FunctionCallError(`The argument "${name}" must not be empty: it is a part of the address.`)
  if (value.split(/[/\\]/).some(part => part === '.' || part === '..')) {
    throw new FunctionCallError(`The argument "${name}" must not lead to another address.`)
  }
  return encoded(value, name)
}

function encoded(value: string, name: string): string {
  if (!isWellFormed(value)) throw new FunctionCallError(`The argument "${name}" is not valid text.`)
  return encodeURIComponent(value).replaceAll(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether the text has no lone surrogate. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/**
 * The JSON body of a call. An argument in place of a value becomes a value with its own type; one within a text becomes
 * a part of that text. Arguments cannot change the structure, because they are inserted after the template has been
 * parsed. Throws a FunctionCallError.
 */
export function fillBody(template: string, args: Arguments): string {
  const { tree, mark } = readTemplate(template)
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.startsWith(mark) ? argumentOf(args, part.slice(mark.length)) : fill(part, args, value => value)
    }
    if (Array.isArray(part)) return part.map(filled)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, filled(value)]))
  }
  return JSON.stringify(filled(tree))
}

/**
 * Whether a template is JSON once filled in, of which reading and writing changes nothing: no name is repeated, and
 * every number is kept.
 */
export function isBodyTemplate(template: string): boolean {
  try {
    const { tree, marked, mark } = readTemplate(template)
    const names = namesOf(tree)
    if (names.some(name => name.startsWith(mark) || name.search(placeholder) >= 0)) return false
    const written = marked.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)?.filter(text => text.endsWith(':')) ?? []
    return written.length === names.length && keepsNumbers(marked)
  } catch {
    return false
  }
}

/** A template as a tree. A text that begins with the mark is replaced by a whole value. */
function readTemplate(template: string): { readonly tree: unknown; readonly marked: string; readonly mark: string } {
  // A random mark, which no template can contain in any spelling.
  const mark = `argument ${randomUUID()} `
  // Strings are skipped, so that a placeholder outside strings is a whole value. One without an end is skipped as well:
  // a search for its end from each of its quotes would take quadratic time.
  const marked = template.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|\{[\w$][\w$.-]*\}/gs, part =>
    part.startsWith('"') ? part : `"${mark}${part.slice(1, -1)}"`,
  )
  return { tree: JSON.parse(marked), marked, mark }
}

/** The names of all fields. */
function namesOf(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const names = Array.isArray(part) ? [] : Object.keys(part)
  return [...names, ...Object.values(part).flatMap(namesOf)]
}
