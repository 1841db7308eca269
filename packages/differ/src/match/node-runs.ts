import { alwaysCondition, type FlowEdge, type FlowNode, nodeTypes } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'
import type { EdgeTokens } from './edge-tokens.ts'
import { conditionOf } from './match-edges.ts'
import type { Pair, Pairing, Placed } from './pair-by-key.ts'

/** Consecutive nodes of one side, between two nodes that are directly connected on the other side. */
export interface NodeRun {
  readonly nodes: readonly Placed<FlowNode>[]
  /** The edge that leaves each of them. */
  readonly edges: readonly Placed<FlowEdge>[]
  /** The edge into the stretch on its side, and past it on the other; undefined if the flow starts with the stretch. */
  readonly entry?: Pair<Placed<FlowEdge>>
}

/** Runs of nodes that were inserted between two remaining nodes, and removed ones. */
export interface NodeRuns {
  readonly inserted: readonly NodeRun[]
  readonly takenOut: readonly NodeRun[]
}

interface Parts {
  readonly nodes: Pairing<Placed<FlowNode>>
  readonly edges: Pairing<Placed<FlowEdge>>
  readonly starts: { readonly base: string; readonly head: string }
  readonly tokens: EdgeTokens
}

/** Finds them. Symmetric. */
export function findNodeRuns({ nodes, edges, starts, tokens }: Parts): NodeRuns {
  const entries = edges.pairs.filter(
    ({ base, head }) => tokens.base(base.value.source) === tokens.head(head.value.source),
  )
  const [allBase, allHead] = [
    [...edges.pairs.map(({ base }) => base), ...edges.onlyBase],
    [...edges.pairs.map(({ head }) => head), ...edges.onlyHead],
  ]
  return {
    inserted: onOneSide({ own: 'head', other: 'base', nodes: nodes.onlyHead, edges: edges.onlyHead, all: allHead }),
    takenOut: onOneSide({ own: 'base', other: 'head', nodes: nodes.onlyBase, edges: edges.onlyBase, all: allBase }),
  }

  function onOneSide({ own, other, ...side }: OneSide): readonly NodeRun[] {
    const walk = createWalk(side)
    const from = (first: string, end: string, entry?: NodeRun['entry']): readonly NodeRun[] => {
      const walked = walk(first, entry === undefined ? 0 : 1)
      const isBetween = walked !== undefined && tokens[own](walked.end) === tokens[other](end)
      return isBetween ? [{ nodes: walked.nodes, edges: walked.edges, ...(entry && { entry }) }] : []
    }
    return [
      ...from(starts[own], starts[other]),
      ...entries.flatMap(pair => from(pair[own].value.target, pair[other].value.target, pair)),
    ]
  }
}

interface OneSide {
  readonly own: 'base' | 'head'
  readonly other: 'base' | 'head'
  /** The nodes and edges that only this side has. */
  readonly nodes: readonly Placed<FlowNode>[]
  readonly edges: readonly Placed<FlowEdge>[]
  /** All edges of this side. */
  readonly all: readonly Placed<FlowEdge>[]
}

type Walk = (first: string, entries: number) => (Omit<NodeRun, 'entry'> & { readonly end: string }) | undefined

/** Follows nodes of only this side, from one to the next, as long as there is only one edge. */
function createWalk({ nodes, edges, all }: Pick<OneSide, 'nodes' | 'edges' | 'all'>): Walk {
  const alone = new Map(nodes.map(item => [item.value.id, item]))
  const [leaving, entering] = [byEnd(all, 'source'), byEnd(all, 'target')]
  const isNew = new Set(edges)
  return (first, entries) => {
    const [found, ways]: [Placed<FlowNode>[], Placed<FlowEdge>[]] = [[], []]
    for (let at = first; ; ) {
      const node = alone.get(at)
      if (node === undefined) return found.length === 0 ? undefined : { nodes: found, edges: ways, end: at }
      const [way, ...others] = leaving.get(at) ?? []
      const isEntered = (entering.get(at)?.length ?? 0) === (found.length === 0 ? entries : 1)
      if (way === undefined || others.length > 0 || !isEntered || !isNew.has(way) || !isPlain(node, way))
        return undefined
      found.push(node)
      ways.push(way)
      if (found.length > nodes.length) return undefined
      at = way.value.target
    }
  }
}

function isPlain({ value: { type } }: Placed<FlowNode>, { value }: Placed<FlowEdge>): boolean {
  return type !== nodeTypes.end && conditionOf(value).type === alwaysCondition
}

function byEnd(edges: readonly Placed<FlowEdge>[], end: 'source' | 'target') {
  const found = new Map<string, Placed<FlowEdge>[]>()
  for (const edge of edges) addTo(found, edge.value[end], edge)
  return found
}
