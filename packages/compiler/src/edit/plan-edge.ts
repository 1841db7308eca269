import { fieldOrder, isObject } from '@scenewright/model'
import type { JsonValue } from '@scenewright/model/compilation'
import { edgeOrigins } from '../lower/lower-edges.ts'
import type { SourceNode } from '../parse/source-tree.ts'
import { precedingField } from './field-order.ts'
import type { Plan, Step } from './steps.ts'
import { edgePaths, edgesPath, isEdgeList, isPlace, nodeAt, nodeFields, nodesPath, type TreePath } from './tree-path.ts'

/** An edge of a source, and where it is written. */
interface EdgePart {
  readonly path: TreePath
  readonly source: string
  readonly target: string
  readonly targetPath: TreePath
  /** Undefined if it follows from the place of the edge. */
  readonly sourcePath?: TreePath
}

/** The edges of a scenario, in the order in which they stand in the document. */
export function flowEdges(root: SourceNode): readonly EdgePart[] {
  const paths = edgePaths(root)
  const isList = isEdgeList(root)
  return edgeOrigins(nodeAt(root, ['flow']), nodeFields(root)).flatMap(({ at, source, target }, index) => {
    const path = paths[index]
    if (path === undefined) return []
    if (isList) return [{ path, source, target, targetPath: [...path, 'target'], sourcePath: [...path, 'source'] }]
    return [{ path, source, target, targetPath: at.kind === 'mapping' ? [...path, 'to'] : path }]
  })
}

/** Whether a field of an edge has its own place in the source. */
export function isEdgeField(name: string): boolean {
  return fieldOrder.edge.some(field => field === name)
}

/** Adds an edge: before the one at `index`, or as the last one of its source. */
export function planEdge(root: SourceNode, index: number | undefined, value: JsonValue): Plan {
  if (!isObject(value) || typeof value.source !== 'string' || typeof value.target !== 'string') return 'form'
  const { source, target, ...fields } = value
  const edges = flowEdges(root)
  if (isEdgeList(root)) {
    const place = index ?? edges.length
    const item = { source, target, ...withExtra(fields) }
    return isPlace(place, edges.length) ? [{ kind: 'items', path: edgesPath, index: place, values: [item] }] : 'absent'
  }
  const place = index === undefined ? countOf(edges, source) : index - firstOf(root, edges, source)
  if (!isPlace(place, countOf(edges, source))) return 'absent'
  return planNext(root, source, {
    place,
    value: Object.keys(fields).length === 0 ? target : { to: target, ...withExtra(fields) },
  })
}

/** Adds the edges that the `next` of a new node describes to the list of edges. */
export function planListedNext(root: SourceNode, source: string, next: JsonValue): Plan {
  const values: JsonValue[] = []
  for (const item of Array.isArray(next) ? next : [next]) {
    const { to: target, ...fields } = isObject(item) ? item : { to: item }
    if (typeof target !== 'string') return 'form'
    values.push({ source, target, ...fields })
  }
  return values.length === 0 ? [] : [{ kind: 'items', path: edgesPath, index: flowEdges(root).length, values }]
}

/** Removes one edge. */
export function planEdgeRemoval(root: SourceNode, index: number | undefined): Plan {
  return flowEdges(root)[index ?? -1] === undefined ? 'absent' : removeEdges(root, [index ?? -1])
}

/** Moves an edge among the edges of its source. */
export function planEdgeMove(root: SourceNode, index: number | undefined, to: number): Plan {
  const edges = flowEdges(root)
  const [edge, other] = [edges[index ?? -1], edges[to]]
  if (edge === undefined || other === undefined) return 'absent'
  if (index === to) return 'unchanged'
  if (isEdgeList(root)) return [{ kind: 'move', path: edge.path, to }]
  const isSibling = edge.source === other.source
  return isSibling ? [{ kind: 'move', path: edge.path, to: to - firstOf(root, edges, edge.source) }] : 'form'
}

/** The steps that remove these edges. */
export function removeEdges(root: SourceNode, indexes: readonly number[]): readonly Step[] {
  const edges = flowEdges(root)
  const removed = indexes.flatMap(index => edges[index] ?? [])
  if (isEdgeList(root)) return removed.map(({ path }) => ({ kind: 'remove', path }))
  return [...new Set(removed.map(({ source }) => source))].flatMap((source): Step[] => {
    const own = removed.filter(edge => edge.source === source)
    if (own.length === countOf(edges, source)) return [{ kind: 'remove', path: own[0]?.path.slice(0, 4) ?? [] }]
    return own.map(({ path }) => ({ kind: 'remove', path }))
  })
}

interface NewTarget {
  /** Its index among the edges of the node. */
  readonly place: number
  readonly value: unknown
}

/** Adds a target to the `next` of a node. */
function planNext(root: SourceNode, source: string, { place, value }: NewTarget): Plan {
  const nodes = nodeFields(root).filter(({ name }) => name === source)
  const [node] = nodes
  if (node === undefined) return 'absent'
  if (nodes.length > 1) return 'repeated'
  const path = [...nodesPath, node.slot]
  if (node.value.kind === 'list') return 'form'
  if (node.value.kind === 'scalar') return [{ kind: 'write', path, value: { type: node.value.value, next: value } }]
  const next = nodeAt(root, [...path, 'next'])
  if (next === undefined) {
    return [{ kind: 'field', path, name: 'next', value, after: precedingField(node.value, path, 'next') }]
  }
  const inNext = [...path, 'next']
  if (next.kind === 'list') return [{ kind: 'items', path: inNext, index: place, values: [value] }]
  return [{ kind: 'wrap', path: inNext, index: place, value }]
}

function countOf(edges: readonly EdgePart[], source: string): number {
  return edges.filter(edge => edge.source === source).length
}

/** The index of the first edge of a node, or that which it would have. */
function firstOf(root: SourceNode, edges: readonly EdgePart[], source: string): number {
  const names = nodeFields(root).map(({ name }) => name)
  const before = new Set(names.slice(0, Math.max(0, names.indexOf(source))))
  return edges.filter(edge => before.has(edge.source)).length
}

function withExtra(fields: { readonly [field: string]: unknown }): { readonly [field: string]: unknown } {
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => isEdgeField(name)))
  const extra = Object.fromEntries(Object.entries(fields).filter(([name]) => !isEdgeField(name)))
  return Object.keys(extra).length === 0 ? own : { ...own, extra }
}
