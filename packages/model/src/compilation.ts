import type { ConversationTests } from './conversation-tests.ts'
import type { Edit, Finding, Place, RelatedPlace } from './finding.ts'
import type { Definition, ImportDocument, ScenarioFields } from './scenario.ts'

/** The path of a value in an import document, from its root: `['scenario', 'definition', 'nodes', 2, 'text']`. */
export type DocumentPath = readonly (string | number)[]

/** A value as in JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [field: string]: JsonValue }

/**
 * A change of one value of a document that can be made in its source. Paths are those of the document before the change.
 * The fields that only a source has are at `['key']`, `['renamed_from']` and `['is_active']`.
 */
export type Change =
  /** Replaces the text at `path`, in its present quotes. */
  | { readonly kind: 'replace'; readonly path: DocumentPath; readonly text: string }
  /**
   * Removes the field, node, edge or list item at `path`. The edges of a removed node are removed with it. The start node
   * is not removed, nor is the only item of a list of lines.
   */
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  /** Removes every matching character from the text at `path`; `characters` has the flags g and u. */
  | { readonly kind: 'strip'; readonly path: DocumentPath; readonly characters: RegExp }
  /** Makes the comment behind the plain scalar at `path`, as `trailingComment` returns it, a part of the text. */
  | { readonly kind: 'uncomment'; readonly path: DocumentPath; readonly comment: string }
  /** Appends texts to the list at `path`, which may be an absent field of the scenario. */
  | { readonly kind: 'insert'; readonly path: DocumentPath; readonly texts: readonly string[] }
  /**
   * Adds the value at `path`: a field that is absent, or a list item, a node or an edge before the one with this index.
   * Nodes and edges have the form of the document, and a node may have the `next` of a source. An edge goes where its
   * source's edges are, and its index may be left out.
   */
  | { readonly kind: 'insert'; readonly path: DocumentPath; readonly value: JsonValue }
  /** Sets the field or the list item at `path`, which contains a scalar. A field may be absent. */
  | { readonly kind: 'set'; readonly path: DocumentPath; readonly value: string | number | boolean | null }
  /** Renames the node at `path`, with its references in `next`, `start` and edges, or the written key, at `['key']`. */
  | { readonly kind: 'renameKey'; readonly path: DocumentPath; readonly to: string }
  /** Moves the list item, node or edge at `path` to the index `to` of the list that results. */
  | { readonly kind: 'move'; readonly path: DocumentPath; readonly to: number }

/** Why a change cannot be made in a source, and the words for it. */
export const editRefusals = {
  absent: 'the source does not contain it',
  present: 'it exists already',
  unchanged: 'it changes nothing',
  computed: 'it comes from a call, an import, a constant or an alias, or is used elsewhere too',
  comment: 'a comment would be lost',
  form: 'it is written in a form that has no place for it',
  start: 'the flow starts there',
  last: 'nothing would be left there',
  repeated: 'several nodes have this id',
  conflict: 'the changes overlap',
  meaning: 'the source would mean something else',
  limit: 'too many changes of this source were tried: apply those first',
} as const

/** The reason of a refused change. */
export type EditRefusal = keyof typeof editRefusals

/** The edits of a source that make a change, and those of the edited source that restore it; or why none is safe. */
export type EditResult =
  | { readonly edits: readonly Edit[]; readonly inverse: readonly Edit[] }
  | { readonly refused: EditRefusal }

/** Maps a compiled document back to its source. Places are computed only on demand. */
export interface SourceMap {
  /**
   * The place in the source of the value at `path`: a node is its key, an edge its `next` value or list item, a field
   * its value. For a value that the source does not contain, the nearest container, or else the start of the
   * scenario.
   */
  place(path: DocumentPath): Place
  /** The place of a whole node: its key with its fields, or with the alias or call that gives them. */
  wholeNode(index: number): Place
  /** Where the value at `path` was written, if it comes from a call or an import. */
  origin(path: DocumentPath): RelatedPlace | undefined
  /**
   * The place of a field that only the source has: `key`, `renamed_from`, `is_active`; if it is absent, the empty range
   * at the start of the scenario.
   */
  sourceField(name: string): Place
  /**
   * Reads the comment that ends the plain scalar at `path`, or that is where an absent value could be, from the white
   * space before the `#` to the end of its line. The result is undefined for other values and for suppressions. The
   * method is absent if the source contains no such comment, and in other languages than YAML.
   */
  readonly trailingComment?: (path: DocumentPath) => string | undefined
  /**
   * The edits of the source that make the change, or all of several, without losing a comment. The edited text was read
   * again, and contains exactly the change.
   */
  edit(change: Change | readonly Change[]): EditResult
}

/** The path of the start of the flow. */
export const startPath: DocumentPath = ['scenario', 'definition', 'start_node_id']

/** A bound source always has a scenario definition. */
export interface CompiledDocument extends ImportDocument {
  readonly scenario: ScenarioFields & { readonly definition: Definition }
}

/** The contents of a scenario's source. Plain data: it can be stored as JSON. */
export interface ScenarioModel {
  /** The scenario's permanent identity: `billing/refund-status`. */
  readonly key: string
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  readonly isActive: boolean
  readonly renamedFrom?: string
  readonly document: CompiledDocument
}

/** A scenario that binds, and its source map. */
export interface CompiledScenario extends ScenarioModel {
  readonly map: SourceMap
}

/** A comment in a source that suppresses a finding on the line below it (or on its own line, after a value). */
export interface SuppressionComment extends Place {
  /** The rule, or a group of rules such as `graph/*`. Empty if the comment does not name one. */
  readonly rule: string
  /** Empty if no reason is given, which is itself a finding. */
  readonly reason: string
  /** The line, from 1, whose findings it suppresses. */
  readonly line: number
}

/**
 * The result of compiling one source file: its scenarios (several if it exports several) or its conversation tests. If
 * it has neither, its findings say why.
 */
export interface CompiledSource {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  /** The key of its first scenario, or the key of its path if it contains none. */
  readonly key: string
  readonly scenarios: readonly CompiledScenario[]
  /** Only for a file of conversation tests; without any test if it does not bind. */
  readonly tests?: ConversationTests
  /** Whether all of its scenarios bind, or its tests. */
  readonly isBound: boolean
  readonly suppressions: readonly SuppressionComment[]
  /** The compiler's own findings: rules of the group `source/`. */
  readonly findings: readonly Finding[]
  /** The other files that it imports or tries to import, relative to the project's root. */
  readonly dependencies: readonly string[]
  /** Present if a carriage return without a line feed is in its text: it ends a line in editors alone. */
  readonly hasLoneReturn?: true
}

/** All results of compiling a project's sources. */
export interface Compilation {
  /** In the order of the files' names. */
  readonly sources: readonly CompiledSource[]
  /** The findings that belong to no source: a folder that cannot be searched. */
  readonly findings: readonly Finding[]
}

/** The path of a scenario's own field, or of one of its items. */
export function scenarioPath(field: string, index?: number): DocumentPath {
  return index === undefined ? ['scenario', field] : ['scenario', field, index]
}

/** The path of the node at `index` of the definition's list, or of one of its fields. */
export function nodePath(index: number, field?: string): DocumentPath {
  const path: DocumentPath = ['scenario', 'definition', 'nodes', index]
  return field === undefined ? path : [...path, field]
}

/** The path of the edge at `index` of the definition's list, or of one of its fields. */
export function edgePath(index: number, field?: string): DocumentPath {
  const path: DocumentPath = ['scenario', 'definition', 'edges', index]
  return field === undefined ? path : [...path, field]
}
