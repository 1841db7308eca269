import type { SourceNode } from '../parse/source-tree.ts'
import type { TreePath } from './tree-path.ts'

/** An item of a list, and its neighbors. */
export interface ListItem {
  readonly list: SourceNode
  readonly item: SourceNode
  readonly previous: SourceNode | undefined
  readonly next: SourceNode | undefined
}

/** The item at a path; undefined if there is none, or if the items are not in consecutive places. */
export function listItem(trail: readonly SourceNode[], path: TreePath): ListItem | undefined {
  const list = trail.at(-2)
  if (list?.kind !== 'list') return undefined
  const index = Number(path.at(-1))
  const item = list.items[index]
  if (item === undefined || item.start === item.end) return undefined
  const previous = list.items[index - 1]
  const next = list.items[index + 1]
  const isInOrder = (previous?.end ?? list.start) <= item.start && item.end <= (next?.start ?? list.end)
  const isInside = (previous?.start ?? list.start) >= list.start && (next?.end ?? list.end) <= list.end
  return isInOrder && isInside ? { list, item, previous, next } : undefined
}
