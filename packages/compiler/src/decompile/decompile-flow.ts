import { alwaysCondition, type Definition, type FlowEdge, fieldOrder } from '@scenewright/model'
import type { YAMLMap } from 'yaml'
import { decompileNode } from './decompile-node.ts'
import { defaultedEdges, type EdgeDefaults } from './edge-defaults.ts'
import { unknownFields } from './unknown-fields.ts'
import { type Entries, listNode, mappingNode } from './yaml-nodes.ts'

/** The `flow` of a source. Edges stand at their nodes wherever that tells their order. */
export function decompileFlow(definition: Definition): YAMLMap {
  const { start_node_id: start, nodes } = definition
  const edges = defaultedEdges(definition.edges)
  const byNode = edgesByNode(definition, edges)
  const firstStart = nodes[0]?.id ?? ''
  return mappingNode([
    ['start', start === firstStart ? undefined : start],
    ['nodes', mappingNode(nodes.map((node, index) => [node.id, decompileNode(node, nextOf(byNode?.get(index)))]))],
    ['edges', byNode === undefined ? listNode(edges.map(listedEdge)) : undefined],
    ['extra', unknownFields(definition, fieldOrder.definition)],
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

function nextOf(edges: readonly EdgeDefaults[] | undefined): unknown {
  if (edges === undefined) return undefined
  const targets = edges.map(targetOf)
  return targets.length === 1 ? targets[0] : listNode(targets)
}

function targetOf(defaults: EdgeDefaults): unknown {
  const fields = ownFields(defaults)
  const { target } = defaults.edge
  return fields.every(([, value]) => value === undefined) ? target : mappingNode([['to', target], ...fields])
}

function listedEdge(defaults: EdgeDefaults): YAMLMap {
  const { source, target } = defaults.edge
  return mappingNode([['source', source], ['target', target], ...ownFields(defaults)])
}

/** What of an edge is no default; null says that the document does not have the field. */
function ownFields({ edge, hasDefaultId, place }: EdgeDefaults): Entries {
  const { id, priority, condition } = edge
  return [
    ['priority', priority === undefined ? null : priority === place ? undefined : priority],
    ['condition', condition === undefined ? null : isAlways(condition) ? undefined : condition],
    ['id', hasDefaultId ? undefined : id],
    ['extra', unknownFields(edge, fieldOrder.edge)],
  ]
}

function isAlways(condition: FlowEdge['condition']): boolean {
  return condition?.type === alwaysCondition && Object.keys(condition).length === 1
}
