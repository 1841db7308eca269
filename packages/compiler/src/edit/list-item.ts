import type { Span } from '../parse/places.ts'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import { bracesOf } from './braces.ts'
import type { TreePath } from './tree-path.ts'

/** An item of a list or a field of a mapping, and its neighbors. */
export interface ListItem {
  readonly list: Span
  readonly item: Span
  readonly previous: Span | undefined
  readonly next: Span | undefined
}

/** The brackets or braces of a collection, and the ranges of its items or whole fields. */
export interface Enclosed extends Span {
  readonly parts: readonly Span[]
  /** The names of the fields, or the indexes of the items, in the same order. */
  readonly names: TreePath
}

/** Reads a collection in brackets or braces. Some of its parts may be written elsewhere: see `areInOrder`. */
export function readEnclosed(text: string, holder: SourceNode, language: Language): Enclosed | undefined {
  return holder.kind === 'mapping' ? enclosedFields(text, holder, language) : enclosedItems(text, holder)
}

/**
 * Whether the parts from the first index to the last one are in consecutive places within the brackets. A part that
 * comes from a constant or a call is not.
 */
export function areInOrder({ start: opening, end: closing, parts }: Enclosed, first: number, last: number): boolean {
  let before = opening + 1
  for (const { start, end } of parts.slice(Math.max(0, first), last + 1)) {
    if (start < before || start >= end) return false
    before = end
  }
  return before < closing
}

/** The part with this name, and its neighbors; undefined if they are not in consecutive places. */
export function partOf(enclosed: Enclosed, name: string | number | undefined): ListItem | undefined {
  const { start, end, parts, names } = enclosed
  const index = names.indexOf(name ?? '')
  const item = areInOrder(enclosed, index - 1, index + 1) ? parts[index] : undefined
  return item && { list: { start, end }, item, previous: parts[index - 1], next: parts[index + 1] }
}

function enclosedItems(text: string, list: SourceNode): Enclosed | undefined {
  const isInBrackets = text.charAt(list.start) === '[' && text.charAt(list.end - 1) === ']'
  if (list.kind !== 'list' || !isInBrackets) return undefined
  return { start: list.start, end: list.end, parts: list.items, names: list.items.map((_item, index) => index) }
}

function enclosedFields(text: string, mapping: SourceNode, language: Language): Enclosed | undefined {
  const braces = mapping.kind === 'mapping' ? bracesOf(text, mapping, language) : undefined
  if (braces === undefined) return undefined
  const parts = braces.fields.map(({ key, value }) => ({ start: key.start, end: Math.max(key.end, value.end) }))
  return { start: braces.start, end: braces.end, parts, names: braces.fields.map(({ slot }) => slot) }
}
