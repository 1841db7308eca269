import type { DocumentPath } from '@scenewright/model'
import { isFields, valueAt } from './document-value.ts'

/** What is wrong with a change of a document that a custom rule proposes, or undefined. */
export function changeFault(change: unknown, document: unknown): string | undefined {
  if (!isFields(change)) return 'it must be an object'
  const { kind, path, text, characters } = change
  if (kind !== 'replace' && kind !== 'remove' && kind !== 'strip')
    return '"kind" must be "replace", "remove" or "strip"'
  if (!Array.isArray(path)) return '"path" must be a path, as ["scenario", "examples", 0]'
  if (kind === 'remove') return isItem(document, path) ? undefined : '"path" must lead to an item of a list'
  if (typeof valueAt(document, path) !== 'string') return '"path" must lead to a text'
  if (kind === 'replace') return typeof text === 'string' ? undefined : '"text" must be a text'
  const hasFlags = characters instanceof RegExp && characters.global && characters.unicode
  return hasFlags ? undefined : '"characters" must be a regular expression with the flags g and u'
}

function isItem(document: unknown, path: DocumentPath): boolean {
  return typeof path.at(-1) === 'number' && valueAt(document, path) !== undefined
}
