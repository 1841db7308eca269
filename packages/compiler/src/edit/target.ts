import type { EditRefusal } from '@scenewright/model/compilation'
import type { Language, SourceNode } from '../parse/source-tree.ts'
import type { Literal } from './letters.ts'
import type { Splice } from './splice.ts'
import type { TreePath } from './tree-path.ts'

/** The part of a source that a step changes; `trail` holds the nodes that contain it, then the part itself. */
export interface Target {
  readonly text: string
  readonly language: Language
  readonly path: TreePath
  readonly trail: readonly SourceNode[]
}

/** The splices that may make a step, the best ones first, or the reason why there are none. */
export type Proposals = readonly (readonly Splice[])[] | EditRefusal

/** Whether the part is in brackets or braces. */
export function isInline({ text, trail }: Pick<Target, 'text' | 'trail'>): boolean {
  return trail.slice(0, -1).some(({ start }) => /[[{]/.test(text.charAt(start)))
}

/** The text of a node that is one, and its range. */
export function literalOf(node: SourceNode | undefined): Literal | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return undefined
  return { start: node.start, end: node.end, value: node.value }
}
