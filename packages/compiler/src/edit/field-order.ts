import { canonicalOrder } from '../format/tidy.ts'
import type { SourceField, SourceMapping } from '../parse/source-tree.ts'
import type { TreePath } from './tree-path.ts'

/**
 * The slot of the field of a mapping at `path` that a new one follows in canonical order; undefined if the new one comes
 * first. A field without a place in that order follows all but the last ones of a node.
 */
export function precedingField({ fields }: SourceMapping, path: TreePath, name: string): string | undefined {
  const role = roleAt(path)
  const order: readonly string[] = role === undefined ? [] : canonicalOrder[role]
  const rank = order.indexOf(name)
  const later = rank === -1 ? ['next', 'extra'] : order.slice(rank + 1)
  const isBefore = (other: string) => (rank === -1 ? !later.includes(other) : order.slice(0, rank).includes(other))
  // The text of `reply(text, { … })` has no name, and comes first.
  const isArgument = ({ key, value }: SourceField) => key.start === value.start
  return fields.findLast(field => isBefore(field.name) || isArgument(field))?.slot
}

type Role = keyof typeof canonicalOrder

/** The role of the mapping at a path. */
function roleAt([flow, part, , ...inner]: TreePath): Role | undefined {
  if (flow === undefined) return 'scenario'
  if (flow !== 'flow') return undefined
  if (part === undefined) return 'flow'
  if (part === 'edges') return inner.length === 0 ? 'edge' : undefined
  if (part !== 'nodes') return undefined
  if (inner.length === 0) return 'node'
  return inner[0] === 'next' && inner.slice(1).every(step => typeof step === 'number') ? 'target' : undefined
}
