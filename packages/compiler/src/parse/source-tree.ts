import type { SuppressionComment } from '@scenewright/model/compilation'
import type { Places, Span } from './places.ts'
import type { Problem } from './problem.ts'

/**
 * A node of the tree that every front end builds from a source file. The later stages use only this tree, which
 * contains nothing specific to YAML. Each node contains its plain value and its child nodes.
 */
export type SourceNode = SourceScalar | SourceList | SourceMapping

export interface SourceScalar extends Span {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** A number or boolean as it is written, if its usual form is another one: `007`, `True`. */
  readonly written?: string
}

interface SourceList extends Span {
  readonly kind: 'list'
  readonly value: readonly unknown[]
  readonly items: readonly SourceNode[]
}

export interface SourceMapping extends Span {
  readonly kind: 'mapping'
  readonly value: Readonly<Record<string, unknown>>
  readonly fields: readonly SourceField[]
}

/** A field of a mapping, in the order of the source. */
export interface SourceField {
  readonly name: string
  /** Its name in the mapping's plain value: a different one if `name` is already used there. */
  readonly slot: string
  readonly key: Span
  readonly value: SourceNode
}

/** A parsed file. Without a root it has problems. */
export interface ParsedSource {
  readonly roots: readonly SourceRoot[]
  readonly problems: readonly Problem[]
  readonly suppressions: readonly SuppressionComment[]
  /** The other files that were requested, whether or not they exist. */
  readonly dependencies?: readonly string[]
  /** Absent if its text cannot be changed. */
  readonly rewriting?: Rewriting
}

/** The languages of sources whose texts can be changed. */
export type Language = 'yaml' | 'typescript'

/** The input for changing the text of a source. */
export interface Rewriting {
  readonly language: Language
  /** Reads the roots of another text in place of the source's own, synchronously. A text with problems has none. */
  reread(text: string): readonly SourceRoot[]
}

/** The value of a file, or one of its values, identified by `name`. */
export interface SourceRoot {
  readonly name?: string
  readonly node: SourceNode
}

/** The input of a front end. */
export interface FrontEndInput {
  readonly text: string
  readonly places: Places
  /** The path of the mapping in which a key may be repeated, each time with its own meaning. */
  readonly repeatableKeys?: readonly string[]
}

/** Parses one file. Never throws because of its content. */
export type FrontEnd = (input: FrontEndInput) => Promise<ParsedSource>

/** Reads other files of the project for a front end; a name is relative to the project's root. Each is read once. */
export interface ModuleReader {
  read(file: string): { readonly text: string } | { readonly fault: string }
}

/** The first field of that name. */
export function findField(mapping: SourceMapping, name: string): SourceField | undefined {
  for (const field of mapping.fields) if (field.name === name) return field
  return undefined
}
