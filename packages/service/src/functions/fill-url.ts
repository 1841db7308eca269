import { type Arguments, fill } from './placeholders.ts'
import { UnfitCall } from './unfit-call.ts'

/** The longest address that is called, in characters. */
const longestUrl = 8192

/**
 * The address of a call. An argument stands for a part of one segment of the path, or of one value of the query: what
 * it holds is percent-encoded, and nothing that it holds leads anywhere else. Throws an UnfitCall.
 */
export function fillUrl(template: string, args: Arguments): URL {
  const start = template.search(/[?#]/)
  const path = start < 0 ? template : template.slice(0, start)
  const rest = start < 0 ? '' : template.slice(start)
  const text = fill(path, args, encodedSegment) + fill(rest, args, encoded)
  if (text.length > longestUrl) throw new UnfitCall(`The address becomes longer than ${longestUrl} characters.`)
  const url = new URL(text)
  if (shapeOf(url) !== shapeOf(new URL(fill(template, args, () => 'x')))) {
    throw new UnfitCall('The arguments would lead to another address.')
  }
  return url
}

/** What no argument may change: a segment of dots, in any spelling, would take away the one before it. */
function shapeOf({ origin, username, password, pathname, search, hash }: URL): string {
  const separators = (text: string) => text.replaceAll(/[^/?&=#;]/g, '')
  return [origin, username, password, separators(pathname), separators(search), separators(hash)].join(' ')
}

function encodedSegment(value: string, name: string): string {
  // An address may mean something else without its last segment, and servers may unpack a slash before they read dots.
  if (value === '') throw new UnfitCall(`The argument "${name}" must not be empty: it is a part of the address.`)
  if (value.split(/[/\\]/).some(part => part === '.' || part === '..')) {
    throw new UnfitCall(`The argument "${name}" must not lead to another address.`)
  }
  return encoded(value, name)
}

function encoded(value: string, name: string): string {
  if (!isWellFormed(value)) throw new UnfitCall(`The argument "${name}" is no valid text.`)
  return encodeURIComponent(value).replaceAll(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Whether no half of a surrogate pair stands alone. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}
