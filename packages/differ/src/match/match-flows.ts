import { buildGraph, type FlowGraph } from '@scenewright/graph'
import type { Definition, FlowEdge, FlowNode } from '@scenewright/model'
import { computeFlowReach, type FlowReach } from '../flow-reach.ts'
import { edgeTokens } from './edge-tokens.ts'
import { matchEdges } from './match-edges.ts'
import { findNodeRuns, type NodeRuns } from './node-runs.ts'
import { createProfile, type NodeProfile, nodeSimilarity } from './node-similarity.ts'
import { type Pair, type Pairing, type Placed, pairByKey, withPlaces } from './pair-by-key.ts'

type Item = Placed<FlowNode>

/** Nodes with a lower similarity than this, from 0 to 1, are considered different. */
const minAlike = 0.4

/** Beyond this many candidate pairs, a flow counts as rewritten, and no more nodes are matched by similarity. */
const maxTried = 40_000

/** One side of two flows that are compared. */
interface FlowSide {
  readonly flow: Definition
  readonly graph: FlowGraph
  readonly reach: FlowReach
}

/** Two flows, and their matching parts. */
export interface FlowMatch {
  readonly base: FlowSide
  readonly head: FlowSide
  readonly nodes: Pairing<Placed<FlowNode>>
  readonly edges: Pairing<Placed<FlowEdge>>
  readonly stretches: NodeRuns
  /** The id at the head of a node of the base; undefined if it was removed. */
  headIdOf(id: string): string | undefined
  /** The id that a node of the head had at the base. */
  baseIdOf(id: string): string | undefined
  /** Whether the two edges connect the same nodes. */
  hasSameEnds(edges: Pair<Placed<FlowEdge>>): { readonly source: boolean; readonly target: boolean }
}

/** Matches the nodes of two flows, then the edges. Symmetric. */
export function matchFlows(baseFlow: Definition, headFlow: Definition): FlowMatch {
  const [base, head] = [prepareSide(baseFlow), prepareSide(headFlow)]
  const nodes = matchNodes(base, head)
  const tokens = edgeTokens(nodes)
  // Of nodes with one id, the first is used, as in a graph.
  const pairs = [...nodes.pairs].reverse().map(pair => [pair.base.value.id, pair.head.value.id] as const)
  const headIds = new Map(pairs)
  const baseIds = new Map(pairs.map(([before, after]) => [after, before]))
  const edges = matchEdges(withPlaces(baseFlow.edges), withPlaces(headFlow.edges), tokens)
  const starts = { base: baseFlow.start_node_id, head: headFlow.start_node_id }
  return {
    base,
    head,
    nodes,
    edges,
    stretches: findNodeRuns({ nodes, edges, starts, tokens }),
    headIdOf: id => headIds.get(id),
    baseIdOf: id => baseIds.get(id),
    hasSameEnds: pair => ({
      source: tokens.base(pair.base.value.source) === tokens.head(pair.head.value.source),
      target: tokens.base(pair.base.value.target) === tokens.head(pair.head.value.target),
    }),
  }
}

function prepareSide(flow: Definition): FlowSide {
  const graph = buildGraph(flow)
  return { flow, graph, reach: computeFlowReach(flow, graph) }
}

/**
 * Pairs nodes by id; of the rest, those with equal content; of the rest, by similarity. So a renamed node is one node.
 */
function matchNodes(base: FlowSide, head: FlowSide): Pairing<Item> {
  const byId = pairByKey(withPlaces(base.flow.nodes), withPlaces(head.flow.nodes), ({ value }) => value.id)
  if (byId.onlyBase.length === 0 || byId.onlyHead.length === 0) return byId
  const known = new Set(byId.pairs.map(pair => pair.head.value.id))
  const profiles = new Map<Item, NodeProfile>()
  for (const item of byId.onlyBase) profiles.set(item, createProfile(item.value, neighbors(item.value.id, base, known)))
  for (const item of byId.onlyHead) profiles.set(item, createProfile(item.value, neighbors(item.value.id, head, known)))
  const alike = bySimilarity(byId, profiles)
  const same = pairByKey(alike.onlyBase, alike.onlyHead, item => profiles.get(item)?.content)
  const pairs = [...byId.pairs, ...alike.pairs, ...same.pairs]
  return { ...same, pairs: pairs.sort((a, b) => a.base.index - b.base.index) }
}

/**
 * Pairs the most similar nodes first; ties are broken the same way in both directions. Equal content counts more than
 * any similarity.
 */
function bySimilarity({ onlyBase, onlyHead }: Pairing<Item>, profiles: ReadonlyMap<Item, NodeProfile>): Pairing<Item> {
  if (onlyBase.length * onlyHead.length > maxTried) return { pairs: [], onlyBase, onlyHead }
  const found = onlyBase.flatMap(base =>
    onlyHead.flatMap(head => {
      const [one, other] = [profiles.get(base), profiles.get(head)]
      const score = one === undefined || other === undefined ? 0 : nodeSimilarity(one, other)
      return score < minAlike ? [] : [{ base, head, score }]
    }),
  )
  found.sort((a, b) => b.score - a.score || order(a) - order(b) || least(a) - least(b))
  const taken = new Set<Item>()
  const pairs = found.flatMap(({ base, head }) => {
    if (taken.has(base) || taken.has(head)) return []
    taken.add(base).add(head)
    return [{ base, head }]
  })
  const isLeft = (item: Item) => !taken.has(item)
  return { pairs, onlyBase: onlyBase.filter(isLeft), onlyHead: onlyHead.filter(isLeft) }
}

/** Returns the predecessors and successors of a node that both sides have, and whether the flow starts at the node. */
function neighbors(id: string, { flow, graph }: FlowSide, known: ReadonlySet<string>): readonly string[] {
  const before = graph.predecessors(id).filter(each => known.has(each))
  const after = graph.successors(id).filter(each => known.has(each))
  const start = flow.start_node_id === id ? ['start'] : []
  return [...start, ...before.map(each => `from ${each}`), ...after.map(each => `to ${each}`)]
}

function order({ base, head }: Pair<Item>): number {
  return base.index + head.index
}

function least({ base, head }: Pair<Item>): number {
  return Math.min(base.index, head.index)
}
