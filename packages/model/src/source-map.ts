import type { Edit, Place, RelatedPlace } from './finding.ts'

/**
 * The way to a value in an import document, from its root: `['scenario', 'definition', 'nodes', 2, 'text']`.
 */
export type DocumentPath = readonly (string | number)[]

/** A change of one value of a document that its source can be asked to make. */
export type Change =
  /** Puts another text in the place of the text at `path`. */
  | { readonly kind: 'replace'; readonly path: DocumentPath; readonly text: string }
  /** Takes the item at `path` out of its list. */
  | { readonly kind: 'remove'; readonly path: DocumentPath }
  /** Takes every character that fits out of the text at `path`; `characters` has the flags g and u. */
  | { readonly kind: 'strip'; readonly path: DocumentPath; readonly characters: RegExp }

/** Leads from a compiled document back to its source. Places are worked out only when asked for. */
export interface SourceMap {
  /**
   * The place in the source of the value at `path`: a node is its key, an edge its `next` value or list item, a field
   * its value. Something that the source does not say is the nearest thing that should hold it, else line 1.
   */
  place(path: DocumentPath): Place
  /** Where the value at `path` was written, if a call or an import brought it to its place. */
  origin(path: DocumentPath): RelatedPlace | undefined
  /** The place of a field that stands in the source alone: `key`, `renamed_from`, `is_active`. */
  sourceField(name: string): Place
  /**
   * The edits of the source that make the change, or all of several, no comment lost; undefined where none is safe. Of
   * several that take items out of one list the later items come later.
   */
  edits(change: Change | readonly Change[]): readonly Edit[] | undefined
}

/** The path of a scenario's own field, or of one of its items. */
export function scenarioPath(field: string, index?: number): DocumentPath {
  return index === undefined ? ['scenario', field] : ['scenario', field, index]
}

/** The path of the start of the flow. */
export const startPath: DocumentPath = ['scenario', 'definition', 'start_node_id']

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
