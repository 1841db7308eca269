import { alwaysCondition, type Definition, type FlowEdge, fieldOrder } from '@scenewright/model'
import { type Collection, type Fields, type Layout, listOf, mappingOf, scalarOf } from '../format/layout.ts'
import { decompileNode } from './decompile-node.ts'
import { defaultedEdges, type EdgeDefaults } from './edge-defaults.ts'
import { opaque, opaqueFields, single } from './opaque.ts'
import { unknownFields } from './unknown-fields.ts'

/** The `flow` of a source. Edges stand at their nodes wherever that tells their order. */
export function decompileFlow(definition: Definition): Collection {
  const { start_node_id: start, nodes } = definition
  const edges = defaultedEdges(definition.edges)
  const byNode = edgesByNode(definition, edges)
  const firstStart = nodes[0]?.id ?? ''
  return mappingOf([
    ['start', single(start === firstStart ? undefined : start)],
    ['nodes', mappingOf(nodes.map((node, index) => [node.id, decompileNode(node, nextOf(byNode?.get(index)))]))],
    ['edges', byNode === undefined ? listOf(edges.map(listedEdge)) : undefined],
    ['extra', opaqueFields(unknownFields(definition, fieldOrder.definition))],
  ])
}

/**
 * The edges by the place of their node; undefined where `next` cannot tell their order: an edge from nowhere, or edges
 * that do not come in the order of their nodes.
 */
function edgesByNode({ nodes }: Definition, edges: readonly EdgeDefaults[]) {
  const places = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!places.has(id)) places.set(id, index)
  const byNode = new Map<number, EdgeDefaults[]>()
  let last = 0
  for (const edge of edges) {
    const place = places.get(edge.edge.source)
    if (place === undefined || place < last) return undefined
    last = place
    const others = byNode.get(place)
    if (others === undefined) byNode.set(place, [edge])
    else others.push(edge)
  }
  return byNode
}

function nextOf(edges: readonly EdgeDefaults[] | undefined): Layout | undefined {
  if (edges === undefined) return undefined
  const targets = edges.map(targetOf)
  if (targets.length === 1) return targets[0]
  return { ...listOf(targets), isInline: targets.every(({ kind }) => kind === 'scalar') }
}

function targetOf(defaults: EdgeDefaults): Layout {
  const fields = ownFields(defaults)
  const target = scalarOf(defaults.edge.target)
  return fields.every(([, value]) => value === undefined) ? target : mappingOf([['to', target], ...fields])
}

function listedEdge(defaults: EdgeDefaults): Collection {
  const { source, target } = defaults.edge
  return mappingOf([['source', scalarOf(source)], ['target', scalarOf(target)], ...ownFields(defaults)])
}

/** What of an edge is no default; null says that the document does not have the field. */
function ownFields({ edge, hasDefaultId, place }: EdgeDefaults): Fields {
  const { id, priority, condition } = edge
  return [
    ['priority', priority === undefined ? scalarOf(null) : single(priority === place ? undefined : priority)],
    ['condition', condition === undefined ? scalarOf(null) : opaque(isAlways(condition) ? undefined : condition)],
    ['id', single(hasDefaultId ? undefined : id)],
    ['extra', opaque(unknownFields(edge, fieldOrder.edge))],
  ]
}

function isAlways(condition: FlowEdge['condition']): boolean {
  return condition?.type === alwaysCondition && Object.keys(condition).length === 1
}
