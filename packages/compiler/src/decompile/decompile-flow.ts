import { alwaysCondition, type Definition, type FlowEdge, fieldOrder } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'
import { type Collection, type Fields, type Layout, listLayout, mappingLayout, scalarLayout } from '../format/layout.ts'
import { createEdgeIds } from '../lower/lower-edges.ts'
import { decompileNode, unknownFields } from './decompile-node.ts'
import { opaque, opaqueFields, optionalScalar } from './opaque.ts'

/** An edge, and the values that lowering gives it by default. */
interface EdgeDefaults {
  readonly edge: FlowEdge
  readonly hasDefaultId: boolean
  /** Its place among the edges of its source, from 1. */
  readonly place: number
}

/** How often the default ids are computed again before every id is written. */
const maxRounds = 4

/** The `flow` of a source. Edges are written at their nodes if that preserves their order. */
export function decompileFlow(definition: Definition): Collection {
  const { start_node_id: start, nodes } = definition
  const edges = defaultedEdges(definition.edges)
  const byNode = edgesByNode(definition, edges)
  const firstStart = nodes[0]?.id ?? ''
  return mappingLayout([
    ['start', optionalScalar(start === firstStart ? undefined : start)],
    ['nodes', mappingLayout(nodes.map((node, index) => [node.id, decompileNode(node, nextOf(byNode?.get(index)))]))],
    ['edges', byNode === undefined ? listLayout(edges.map(listedEdge)) : undefined],
    ['extra', opaqueFields(unknownFields(definition, fieldOrder.definition))],
  ])
}

/**
 * The edges by the index of their node; undefined if `next` cannot preserve their order: an edge without a source node,
 * or edges that are not in the order of their nodes.
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
    addTo(byNode, place, edge)
  }
  return byNode
}

function nextOf(edges: readonly EdgeDefaults[] | undefined): Layout | undefined {
  if (edges === undefined) return undefined
  const targets = edges.map(targetOf)
  if (targets.length === 1) return targets[0]
  return { ...listLayout(targets), isInline: targets.every(({ kind }) => kind === 'scalar') }
}

function targetOf(defaults: EdgeDefaults): Layout {
  const fields = ownFields(defaults)
  const target = scalarLayout(defaults.edge.target)
  return fields.every(([, value]) => value === undefined) ? target : mappingLayout([['to', target], ...fields])
}

function listedEdge(defaults: EdgeDefaults): Collection {
  const { source, target } = defaults.edge
  return mappingLayout([['source', scalarLayout(source)], ['target', scalarLayout(target)], ...ownFields(defaults)])
}

/** The non-default fields of an edge; null marks a field that the document does not have. */
function ownFields({ edge, hasDefaultId, place }: EdgeDefaults): Fields {
  const { id, priority, condition } = edge
  return [
    [
      'priority',
      priority === undefined ? scalarLayout(null) : optionalScalar(priority === place ? undefined : priority),
    ],
    ['condition', condition === undefined ? scalarLayout(null) : opaque(isAlways(condition) ? undefined : condition)],
    ['id', optionalScalar(hasDefaultId ? undefined : id)],
    ['extra', opaque(unknownFields(edge, fieldOrder.edge))],
  ]
}

function isAlways(condition: FlowEdge['condition']): boolean {
  return condition?.type === alwaysCondition && Object.keys(condition).length === 1
}

/** Determines for each edge, in the order of the document, which of its fields may be omitted from the source. */
function defaultedEdges(edges: readonly FlowEdge[]): readonly EdgeDefaults[] {
  const written = writtenIds(edges)
  const places = new Map<string, number>()
  return edges.map((edge, index) => {
    const place = (places.get(edge.source) ?? 0) + 1
    places.set(edge.source, place)
    return { edge, place, hasDefaultId: !written.has(index) }
  })
}

/** The edges whose ids must be written. A written id cannot be a default id, so each round may find more of them. */
function writtenIds(edges: readonly FlowEdge[]): ReadonlySet<number> {
  const written = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    const before = written.size
    const defaultId = createEdgeIds([...written].map(index => edges[index]?.id ?? ''))
    for (const [index, { id, source, target }] of edges.entries()) {
      if (!written.has(index) && defaultId(source, target) !== id) written.add(index)
    }
    if (written.size === before) return written
  }
  return new Set(edges.keys())
}
