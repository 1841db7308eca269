import { buildGraph, type FlowGraph } from '@scenewright/graph'
import type { Definition, FlowEdge, FlowNode } from '@scenewright/model'
import { type FlowReach, flowReach } from '../flow-reach.ts'
import { edgeTokens } from './edge-tokens.ts'
import { matchEdges } from './match-edges.ts'
import { matchNodes } from './match-nodes.ts'
import type { Pair, Pairing } from './pair-by-key.ts'
import { type Placed, placed } from './placed.ts'
import { findStretches, type Stretches } from './stretches.ts'

/** One side of two flows that are compared. */
export interface FlowSide {
  readonly flow: Definition
  readonly graph: FlowGraph
  readonly reach: FlowReach
}

/** Two flows, and which parts of them are taken for one and the same. */
export interface FlowMatch {
  readonly base: FlowSide
  readonly head: FlowSide
  readonly nodes: Pairing<Placed<FlowNode>>
  readonly edges: Pairing<Placed<FlowEdge>>
  readonly stretches: Stretches
  /** The id that a node of the base has at the head; undefined where it is there no more. */
  headIdOf(id: string): string | undefined
  /** The id that a node of the head had at the base. */
  baseIdOf(id: string): string | undefined
  /** Whether the two edges lead from the same node, and to the same node. */
  hasSameEnds(edges: Pair<Placed<FlowEdge>>): { readonly source: boolean; readonly target: boolean }
}

/** Matches the nodes of two flows, and after them the edges. Either way round, the same are matched. */
export function matchFlows(baseFlow: Definition, headFlow: Definition): FlowMatch {
  const [base, head] = [sideOf(baseFlow), sideOf(headFlow)]
  const nodes = matchNodes(base, head)
  const tokens = edgeTokens(nodes)
  // Of nodes with one id the first counts, as in a graph.
  const pairs = [...nodes.pairs].reverse().map(pair => [pair.base.value.id, pair.head.value.id] as const)
  const headIds = new Map(pairs)
  const baseIds = new Map(pairs.map(([before, after]) => [after, before]))
  const edges = matchEdges(placed(baseFlow.edges), placed(headFlow.edges), tokens)
  const starts = { base: baseFlow.start_node_id, head: headFlow.start_node_id }
  return {
    base,
    head,
    nodes,
    edges,
    stretches: findStretches({ nodes, edges, starts, tokens }),
    headIdOf: id => headIds.get(id),
    baseIdOf: id => baseIds.get(id),
    hasSameEnds: pair => ({
      source: tokens.base(pair.base.value.source) === tokens.head(pair.head.value.source),
      target: tokens.base(pair.base.value.target) === tokens.head(pair.head.value.target),
    }),
  }
}

function sideOf(flow: Definition): FlowSide {
  const graph = buildGraph(flow)
  return { flow, graph, reach: flowReach(flow, graph) }
}
