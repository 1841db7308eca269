import { randomUUID } from 'node:crypto'

/** A call that cannot be made, or whose answer cannot be used. The message may be shown to the model. */
export class FunctionCallError extends Error {
  override readonly name = 'FunctionCallError'
}

/** An argument's name in braces. The braces of a JSON object never have this form. */
export const placeholder = /\{([\w$][\w$.-]*)\}/g

/** The arguments that a model gave, by name. */
export type Arguments = { readonly [name: string]: unknown }

/** The names of the arguments that a text holds. */
export function findPlaceholders(text: string): readonly string[] {
  return Array.from(text.matchAll(placeholder), ([, name = '']) => name)
}

/** The text with each placeholder replaced by what `show` makes of its argument. */
export function fill(text: string, args: Arguments, show: (value: string, name: string) => string): string {
  return text.replaceAll(placeholder, (_braces, name: string) => show(textOf(args, name), name))
}

/** The value of an argument. Throws a FunctionCallError where it was not given. */
function argumentOf(args: Arguments, name: string): unknown {
  if (Object.hasOwn(args, name) && args[name] !== undefined) return args[name]
  throw new FunctionCallError(`The argument "${name}" is missing.`)
}

/** An argument as a part of a text. Throws a FunctionCallError for one that is no single value. */
function textOf(args: Arguments, name: string): string {
  const value = argumentOf(args, name)
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new FunctionCallError(`The argument "${name}" must be a text, a number or a boolean.`)
}

/** The longest address that is called, in characters. */
const longestUrl = 8192

/**
 * The address of a call. An argument stands for a part of one segment of the path, or of one value of the query: what
 * it holds is percent-encoded, and nothing that it holds leads anywhere else. Throws a FunctionCallError.
 */
export function fillUrl(template: string, args: Arguments): URL {
  const start = template.search(/[?#]/)
  const path = start < 0 ? template : template.slice(0, start)
  const rest = start < 0 ? '' : template.slice(start)
  const text = fill(path, args, encodedSegment) + fill(rest, args, encoded)
  if (text.length > longestUrl) throw new FunctionCallError(`The address becomes longer than ${longestUrl} characters.`)
  const url = new URL(text)
  if (shapeOf(url) !== shapeOf(new URL(fill(template, args, () => 'x')))) {
    throw new FunctionCallError('The arguments would lead to another address.')
  }
  return url
}

/** The parts of a URL that no argument may change: a segment of dots, in any spelling, removes the one before it. */
function shapeOf({ origin, username, password, pathname, search, hash }: URL): string {
  const separators = (text: string) => text.replaceAll(/[^/?&=#;]/g, '')
  return [origin, username, password, separators(pathname), separators(search), separators(hash)].join(' ')
}

function encodedSegment(value: string, name: string): string {
  // An address may mean something else without its last segment, and servers may unpack a slash before they read dots.
  if (value === '')
    throw new FunctionCallError(`The argument "${name}" must not be empty: it is a part of the address.`)
  if (value.split(/[/\\]/).some(part => part === '.' || part === '..')) {
    throw new FunctionCallError(`The argument "${name}" must not lead to another address.`)
  }
  return encoded(value, name)
}

function encoded(value: string, name: string): string {
  if (!isWellFormed(value)) throw new FunctionCallError(`The argument "${name}" is no valid text.`)
  return encodeURIComponent(value).replaceAll(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether the text has no lone surrogate. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/**
 * The JSON of a call's body. An argument that stands for a value is that value, of its own type; one within a text is a
 * part of that text. It can be nothing more, as it is put in when the template has been read. Throws a
 * FunctionCallError.
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

/** Whether a template is JSON once filled in, whose fields have names of their own. */
export function isBodyTemplate(template: string): boolean {
  try {
    const { tree, mark } = readTemplate(template)
    return !hasName(tree, name => name.startsWith(mark) || name.search(placeholder) >= 0)
  } catch {
    return false
  }
}

/** A template as a tree. A text that begins with the mark is replaced by a whole value. */
function readTemplate(template: string): { readonly tree: unknown; readonly mark: string } {
  // By chance: no template can hold it, in whatever spelling.
  const mark = `argument ${randomUUID()} `
  // Strings are skipped, so that a placeholder outside of them is a whole value.
  const marked = template.replaceAll(/"(?:[^"\\]|\\.)*"|\{[\w$][\w$.-]*\}/g, part =>
    part.startsWith('"') ? part : `"${mark}${part.slice(1, -1)}"`,
  )
  return { tree: JSON.parse(marked), mark }
}

function hasName(part: unknown, isIt: (name: string) => boolean): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => isIt(name) || hasName(value, isIt))
}
