import type { Span } from '../parse/places.ts'

/** The contents of a source in written order. Of its style, it keeps only the choices of its author. */
export type Layout = Scalar | Alias | Collection

/** A single value. */
export interface Scalar {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** A number as written by its author. */
  readonly source?: string
  /** Whether its author wrote nothing. */
  readonly isEmpty?: boolean
  /** Whether a comment follows directly behind a text without quotes. */
  readonly isBeforeComment?: boolean
  /** The block style that its author chose for a text. */
  readonly block?: 'literal' | 'folded'
  readonly anchor?: string
}

/** A reference to a value elsewhere. */
export interface Alias {
  readonly kind: 'alias'
  readonly name: string
}

/** A mapping or a list. */
export interface Collection {
  readonly kind: 'mapping' | 'list'
  readonly entries: readonly Entry[]
  /** The comments after the last entry. */
  readonly tail?: readonly Comment[]
  /** Whether it was on one line, as `{ a: 1 }`, and should stay there if it fits. */
  readonly isInline?: boolean
  /** Whether it was in brackets, on one line or several. */
  readonly isFlow?: boolean
  /** Whether the contents of its first line must stay there, even if it is too long. */
  readonly isPinned?: boolean
  readonly anchor?: string
  readonly span?: Span
}

/** A field of a mapping, or an item of a list, with its comments. */
export interface Entry {
  /** Absent in a list. */
  readonly key?: Scalar | Alias
  readonly value: Layout
  /** Whether it is `? key` without a value, which is rather meant as a text. */
  readonly isQuestion?: boolean
  /** The comments on the lines above. */
  readonly leading?: readonly Comment[]
  /** The comment on its own first line. */
  readonly trailing?: string
  readonly hasBlankBefore?: boolean
  /** Its offset in the original text, and its distance from the start of its line. */
  readonly span?: Span
  readonly column?: number
  /** The offset of the value of an item, behind its dash. */
  readonly valueStart?: number
}

/** A comment on a line of its own, with its `#`. */
export interface Comment {
  readonly text: string
  readonly hasBlankBefore: boolean
}

/** Fields in written order; an undefined one is left out. Names may repeat. */
export type Fields = readonly (readonly [name: string, value: Layout | undefined])[]

/** A mapping of these fields. */
export function mappingLayout(fields: Fields): Collection {
  const entries = fields.flatMap(([name, value]) => (value === undefined ? [] : [{ key: scalarLayout(name), value }]))
  return { kind: 'mapping', entries }
}

/** A list of these items. */
export function listLayout(items: readonly Layout[]): Collection {
  return { kind: 'list', entries: items.map(value => ({ value })) }
}

/** A single value as a layout. */
export function scalarLayout(value: Scalar['value']): Scalar {
  return { kind: 'scalar', value }
}

/** A value of JSON as a layout; undefined stays undefined, and its field is left out of an object. */
export function toLayout(value: unknown): Layout | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return listLayout(value.map(item => toLayout(item) ?? scalarLayout(null)))
  if (typeof value !== 'object' || value === null) return scalarLayout(value as Scalar['value']) // all other kinds of JSON values
  return mappingLayout(Object.entries(value).map(([name, inner]) => [name, toLayout(inner)]))
}
