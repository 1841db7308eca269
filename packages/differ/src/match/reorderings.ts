import { comparePriority, type FlowEdge } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'

import type { FlowMatch } from './match-flows.ts'
import { type Pair, type Placed, withPlaces } from './pair-by-key.ts'

type EdgePair = Pair<Placed<FlowEdge>>

/** The edges of one node that both sides have, in the order of each. */
export interface Reordering {
  /** The node's id at the head. */
  readonly node: string
  readonly before: readonly EdgePair[]
  readonly after: readonly EdgePair[]
}

/** The nodes whose edges are tried in a different order than before. */
export function findReorderings({ base, head, edges, hasSameEnds }: FlowMatch): readonly Reordering[] {
  const [baseRanks, headRanks] = [ranksOf(base.flow.edges), ranksOf(head.flow.edges)]
  const byNode = new Map<string, EdgePair[]>()
  for (const pair of edges.pairs) {
    if (!hasSameEnds(pair).source) continue
    const node = pair.head.value.source
    addTo(byNode, node, pair)
  }
  return [...byNode].flatMap(([node, pairs]) => {
    const before = sorted(pairs, pair => baseRanks.get(pair.base.index) ?? 0)
    const after = sorted(pairs, pair => headRanks.get(pair.head.index) ?? 0)
    return before.every((pair, place) => pair === after[place]) ? [] : [{ node, before, after }]
  })
}

function sorted(pairs: readonly EdgePair[], rankOf: (pair: EdgePair) => number): readonly EdgePair[] {
  return [...pairs].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The rank of each edge by its index in the list: those of one node are tried by priority, then in list order. */
export function ranksOf(edges: readonly FlowEdge[]): ReadonlyMap<number, number> {
  const sorted = [...withPlaces(edges)].sort(
    (a, b) => comparePriority(a.value.priority, b.value.priority) || a.index - b.index,
  )
  return new Map(sorted.map(({ index }, rank) => [index, rank]))
}

/** The position of each edge among those of its node, from 1, in list order: its default priority. */
export function listedPlaces(edges: readonly FlowEdge[]): readonly number[] {
  const counts = new Map<string, number>()
  return edges.map(({ source }) => {
    const place = (counts.get(source) ?? 0) + 1
    counts.set(source, place)
    return place
  })
}
