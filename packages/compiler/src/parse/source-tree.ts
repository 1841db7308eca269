import type { SuppressionComment } from '@scenewright/model/compilation'
import type { Places, Span } from './places.ts'
import type { Problem } from './problem.ts'

/**
 * A node of the tree that every front end builds from a source file. The later stages use only this tree; it contains
 * nothing of YAML. Each node holds its plain value and its child nodes.
 */
export type SourceNode = SourceScalar | SourceList | SourceMapping

interface SourceScalar extends Span {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
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
  /** Its name in the mapping's plain value: another one where `name` stands there already. */
  readonly slot: string
  readonly key: Span
  readonly value: SourceNode
}

/** A file that a front end has read. Without a root it has problems. */
export interface ParsedSource {
  readonly roots: readonly SourceRoot[]
  readonly problems: readonly Problem[]
  readonly suppressions: readonly SuppressionComment[]
  /** The other files that were asked for, there or not. */
  readonly dependencies?: readonly string[]
  /** Absent where its text cannot be changed. */
  readonly rewriting?: Rewriting
}

/** The languages that sources are written in, as far as their texts are changed. */
export type Language = 'yaml' | 'typescript'

/** The input for changing the text of a source. */
export interface Rewriting {
  readonly language: Language
  /** Reads another text in the place of the source's own, at once. */
  reread(text: string): ParsedSource
}

/** The value of a file, or one of its values; `name` then distinguishes it from the others. */
export interface SourceRoot {
  readonly name?: string
  readonly node: SourceNode
}

/** The input of a front end. */
export interface FrontEndInput {
  readonly text: string
  readonly places: Places
  /** The path of the mapping in which a key may stand twice, each with a meaning of its own. */
  readonly repeatableKeys?: readonly string[]
}

/** Reads one file's text. Never throws for what it holds. */
export type FrontEnd = (input: FrontEndInput) => Promise<ParsedSource>

/** Reads other files of the project for a front end; a name is relative to the project's root. Each is read once. */
export interface ModuleReader {
  read(file: string): { readonly text: string } | { readonly fault: string }
}

/** The first field of that name. */
export function fieldOf(mapping: SourceMapping, name: string): SourceField | undefined {
  for (const field of mapping.fields) if (field.name === name) return field
  return undefined
}
