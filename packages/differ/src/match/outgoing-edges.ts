import type { FlowEdge, FlowNode } from '@scenewright/model'
import type { Pairing, Placed } from './pair-by-key.ts'

/** The edges that leave a node of only one side, and that only this side has, too. */
export type OutgoingEdges = ReadonlyMap<Placed<FlowNode>, readonly Placed<FlowEdge>[]>

interface Parts {
  readonly nodes: Pairing<Placed<FlowNode>>
  readonly edges: Pairing<Placed<FlowEdge>>
}

/** Finds them for one side. Of nodes with one id, the first is used, as in a graph. */
export function outgoingEdges({ nodes, edges }: Parts, side: 'base' | 'head'): OutgoingEdges {
  const alone = side === 'base' ? nodes.onlyBase : nodes.onlyHead
  const all = [...nodes.pairs.map(pair => pair[side]), ...alone].sort((a, b) => b.index - a.index)
  const first = new Map(all.map(item => [item.value.id, item]))
  const leaving = new Map(alone.map(item => [item, [] as Placed<FlowEdge>[]]))
  for (const edge of side === 'base' ? edges.onlyBase : edges.onlyHead) {
    const source = first.get(edge.value.source)
    if (source !== undefined) leaving.get(source)?.push(edge)
  }
  return leaving
}
