import { fieldOrder } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import { isOwnFieldType, typeOf } from '../bind/extra.ts'
import { fieldIn } from '../bind/locate.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'

/** The path of a part of a source tree: slots of fields and indexes of items. */
export type TreePath = readonly (string | number)[]

/**
 * The path in the tree of a scenario of the value at `path` in its document, which may be absent. Undefined if the
 * source has no place for it: an id, a field of a node without fields, a part of the document outside the scenario.
 */
export function treePath(root: SourceNode, path: DocumentPath): TreePath | undefined {
  const [part, field = '', ...rest] = path
  if (part !== 'scenario') return path.length === 1 && sourceOnly.has(part) ? [String(part)] : undefined
  if (field !== 'definition') return inFields(root, [], [field, ...rest], name => ownFields.scenario.has(name))
  const [list, index, ...inner] = rest
  if (list === 'start_node_id') return index === undefined ? ['flow', 'start'] : undefined
  if (list !== 'nodes' && list !== 'edges') return inFields(root, ['flow'], rest, () => false)
  const holder = list === 'nodes' ? nodePaths(root)[Number(index)] : edgePaths(root)[Number(index)]
  if (holder === undefined) return undefined
  return list === 'nodes' ? inNode(root, holder, inner) : inEdge(root, holder, inner)
}

/** Whether something can be inserted before the item with this index, or as the last one. */
export function isPlace(index: unknown, length: number): index is number {
  return Number.isInteger(index) && Number(index) >= 0 && Number(index) <= length
}

/** The part of a tree at `path`, after all parts that contain it; undefined if there is none. */
export function findAncestry(root: SourceNode, path: TreePath): readonly SourceNode[] | undefined {
  const trail = [root]
  let node = root
  for (const step of path) {
    const inner = node.kind === 'list' ? node.items[Number(step)] : undefined
    const next = node.kind === 'mapping' ? fieldIn(node, String(step))?.value : inner
    if (next === undefined) return undefined
    trail.push(next)
    node = next
  }
  return trail
}

const sourceOnly = new Set<unknown>(['key', 'renamed_from', 'is_active'])
const ownFields = { scenario: new Set<string>(fieldOrder.scenario), edge: new Set<string>(fieldOrder.edge) }
const sourceFields = new Set(['id', 'type', 'next', 'extra'])

function inNode(root: SourceNode, holder: TreePath, path: DocumentPath): TreePath | undefined {
  const node = mappingAt(root, holder)
  if (node === undefined || path.length === 0 || path[0] === 'id' || path[0] === 'type') return undefined
  if (!isOwnFieldType(typeOf(node))) return inFields(root, holder, path, name => name === 'title' || name === 'text')
  const extra = mappingAt(root, [...holder, 'extra'])
  const isInExtra = (name: string) => extra !== undefined && findField(extra, name) !== undefined
  return inFields(root, holder, path, name => name === 'title' || !(sourceFields.has(name) || isInExtra(name)))
}

function inEdge(root: SourceNode, holder: TreePath, path: DocumentPath): TreePath | undefined {
  const edge = nodeAt(root, holder)
  const [name, ...rest] = path
  if (path.length === 0) return holder
  if (edge?.kind === 'scalar') return path.length === 1 && name === 'target' ? holder : undefined
  if (name === 'source' && !isEdgeList(root)) return undefined
  const isTarget = name === 'target' && edge?.kind === 'mapping' && findField(edge, 'to') !== undefined
  if (isTarget) return rest.length === 0 ? [...holder, 'to'] : undefined
  return inFields(root, holder, path, own => ownFields.edge.has(own))
}

/** A field with its own place, or else one under `extra`. */
function inFields(
  root: SourceNode,
  holder: TreePath,
  path: DocumentPath,
  isOwn: (name: string) => boolean,
): TreePath | undefined {
  const isWritten = mappingAt(root, holder) !== undefined && path.length > 0
  return isWritten ? [...(isOwn(String(path[0])) ? holder : [...holder, 'extra']), ...path] : undefined
}

/** The nodes of a scenario, in the order of the source. */
export function nodeFields(root: SourceNode): readonly SourceField[] {
  return mappingAt(root, nodesPath)?.fields ?? []
}

export const nodesPath: TreePath = ['flow', 'nodes']
export const edgesPath: TreePath = ['flow', 'edges']

/** Whether the edges of a scenario are in the list `flow.edges`. */
export function isEdgeList(root: SourceNode): boolean {
  return nodeAt(root, edgesPath) !== undefined
}

function nodePaths(root: SourceNode): readonly TreePath[] {
  return nodeFields(root).map(({ slot }) => [...nodesPath, slot])
}

/** The paths of the edges, in the order in which they stand in the document. */
export function edgePaths(root: SourceNode): readonly TreePath[] {
  if (isEdgeList(root)) return itemPaths(root, edgesPath)
  return nodePaths(root).flatMap(path => itemPaths(root, [...path, 'next']))
}

function itemPaths(root: SourceNode, path: TreePath): readonly TreePath[] {
  const node = nodeAt(root, path)
  if (node === undefined) return []
  return node.kind === 'list' ? node.items.map((_item, index) => [...path, index]) : [path]
}

/** The part of a tree at `path`. */
export function nodeAt(root: SourceNode, path: TreePath): SourceNode | undefined {
  return findAncestry(root, path)?.at(-1)
}

function mappingAt(root: SourceNode, path: TreePath): SourceMapping | undefined {
  const node = nodeAt(root, path)
  return node?.kind === 'mapping' ? node : undefined
}
