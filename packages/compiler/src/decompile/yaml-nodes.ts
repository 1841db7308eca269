import { type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'

/** Fields in the order in which they are written; an undefined one is left out. Names may repeat. */
export type Entries = readonly (readonly [name: string, value: unknown])[]

/** Beyond this a text goes on the lines below its key. */
export const lineWidth = 100

/** A mapping whose values are plain values or nodes. */
export function mappingNode(entries: Entries): YAMLMap {
  const map = new YAMLMap()
  for (const [name, value] of entries) {
    // Pushed, not set: a name may stand twice in a document that is wrong.
    if (value !== undefined) map.items.push(new Pair(new Scalar(name), valueNode(value)))
  }
  return map
}

/** A list whose items are plain values or nodes. */
export function listNode(items: readonly unknown[]): YAMLSeq {
  const list = new YAMLSeq()
  for (const item of items) list.items.push(valueNode(item))
  return list
}

function valueNode(value: unknown): Node {
  if (value instanceof YAMLMap || value instanceof YAMLSeq || value instanceof Scalar) return value
  if (typeof value === 'string') return textNode(value)
  if (Array.isArray(value)) return listNode(value)
  return typeof value === 'object' && value !== null ? mappingNode(Object.entries(value)) : new Scalar(value)
}

/** A block where a person would write one and it reads back letter by letter; where that is in doubt, quotes. */
function textNode(text: string): Scalar {
  const scalar = new Scalar(text)
  if (isTidyBlock(text)) scalar.type = Scalar.BLOCK_LITERAL
  else if (isLongLine(text)) scalar.type = Scalar.BLOCK_FOLDED
  else if (/\s\s|[^\S ]/.test(text)) scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

/** Lines that no editor would change: the first one not indented, none with space at its end, one line feed at most. */
function isTidyBlock(text: string): boolean {
  return /[^\n]\n/.test(text) && /^[^\s]/.test(text) && !/[^\S\n]\n|\n\n$|[^\S\n]$/.test(text) && isPlain(text)
}

/** Words with one space between them, so that a fold at any of them unfolds to the same. */
function isLongLine(text: string): boolean {
  return text.length > lineWidth && !/\s\s|^\s|\s$|[^\S ]/.test(text) && isPlain(text)
}

function isPlain(text: string): boolean {
  return !/[^\n\P{C}]|[\u2028\u2029]/u.test(text)
}
