import { isObject, nodeTypes } from '@scenewright/model'
import type { JsonValue } from '@scenewright/model/compilation'
import { isOwnFieldType } from '../bind/extra.ts'
import type { SourceField, SourceNode } from '../parse/source-tree.ts'
import { flowEdges, planListedNext, removeEdges } from './plan-edge.ts'
import type { Plan, Step } from './steps.ts'
import { isEdgeList, isPlace, nodeAt, nodeFields, nodesPath } from './tree-path.ts'

/** Adds a node before the one at `index`, or as the last. Its `next` becomes edges where the flow lists them. */
export function planNode(root: SourceNode, index: number | undefined, value: JsonValue): Plan {
  const nodes = nodeFields(root)
  const at = index ?? nodes.length
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.type !== 'string') return 'form'
  const { id } = value
  if (nodes.some(({ name }) => name === id)) return 'present'
  if (nodeAt(root, nodesPath)?.kind !== 'mapping' || !isPlace(at, nodes.length)) return 'absent'
  const { next, ...own } = value
  const edges = isEdgeList(root) && next !== undefined ? planListedNext(root, id, next) : undefined
  if (typeof edges === 'string') return edges
  const written = nodeSource(edges === undefined ? value : own)
  const node: Step = { kind: 'field', path: nodesPath, name: id, value: written, after: nodes[at - 1]?.slot }
  return [...(at === 0 ? keepStart(root) : []), node, ...(edges ?? [])]
}

/** Removes a node, and the edges that start or end there. */
export function planNodeRemoval(root: SourceNode, index: number | undefined): Plan {
  const nodes = nodeFields(root)
  const node = nodes[index ?? -1]
  if (node === undefined) return 'absent'
  if (isRepeated(nodes, node.name)) return 'repeated'
  if (nodes.length === 1) return 'last'
  if (node.name === startOf(root)) return 'start'
  const edges = flowEdges(root).flatMap(({ source, target }, edge) => {
    const goesWithIt = source === node.name && !isEdgeList(root)
    return !goesWithIt && (source === node.name || target === node.name) ? [edge] : []
  })
  return [...removeEdges(root, edges), { kind: 'remove', path: [...nodesPath, node.slot] }]
}

/** Renames a node, and all references to it. */
export function planNodeName(root: SourceNode, index: number | undefined, to: string): Plan {
  const nodes = nodeFields(root)
  const node = nodes[index ?? -1]
  if (node === undefined) return 'absent'
  if (node.name === to) return 'unchanged'
  if (isRepeated(nodes, node.name)) return 'repeated'
  if (nodes.some(({ name }) => name === to)) return 'present'
  const start = nodeAt(root, ['flow', 'start'])?.value === node.name ? [['flow', 'start']] : []
  const ends = flowEdges(root).flatMap(({ source, target, sourcePath, targetPath }) => [
    ...(source === node.name && sourcePath !== undefined ? [sourcePath] : []),
    ...(target === node.name ? [targetPath] : []),
  ])
  const references = [...start, ...ends].map((path): Step => ({ kind: 'write', path, value: to }))
  return [{ kind: 'rename', path: [...nodesPath, node.slot], name: to }, ...references]
}

/** Moves a node within its flow. The flow keeps its start. */
export function planNodeMove(root: SourceNode, index: number | undefined, to: number): Plan {
  const nodes = nodeFields(root)
  const node = nodes[index ?? -1]
  if (node === undefined || nodes[to] === undefined) return 'absent'
  if (index === to) return 'unchanged'
  const move: Step = { kind: 'move', path: [...nodesPath, node.slot], to }
  return index === 0 || to === 0 ? [...keepStart(root), move] : [move]
}

function isRepeated(nodes: readonly SourceField[], id: string): boolean {
  return nodes.filter(({ name }) => name === id).length > 1
}

function startOf(root: SourceNode): unknown {
  return nodeAt(root, ['flow', 'start'])?.value ?? nodeFields(root)[0]?.name
}

/** Writes the start of the flow if it is the first node only because none is written. */
function keepStart(root: SourceNode): readonly Step[] {
  const [first] = nodeFields(root)
  const isWritten = nodeAt(root, ['flow', 'start']) !== undefined
  if (first === undefined || isWritten) return []
  return [{ kind: 'field', path: ['flow'], name: 'start', value: first.name, after: undefined }]
}

/** A node of a document in its short form. */
function nodeSource(node: { readonly [field: string]: unknown }): unknown {
  const { id, type, title, text, next, ...rest } = node
  const named = title === undefined || title === id ? {} : { title }
  const edges = next === undefined ? {} : { next }
  const hasOwnFields = isOwnFieldType(String(type))
  if (hasOwnFields) return { type, ...named, ...(text === undefined ? {} : { text }), ...rest, ...edges }
  const extra = Object.keys(rest).length === 0 ? {} : { extra: rest }
  const content = { ...named, ...(text === undefined ? {} : { text }), ...edges, ...extra }
  if (type === nodeTypes.end) return Object.keys(content).length === 0 ? type : { type, ...content }
  return text === undefined ? { type, ...content } : content
}
