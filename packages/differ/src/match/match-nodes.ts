import type { FlowNode } from '@scenewright/model'
import type { FlowSide } from './match-flows.ts'
import { contentOf, likeness } from './node-likeness.ts'
import { type Pair, type Pairing, pairByKey } from './pair-by-key.ts'
import { type Placed, placed } from './placed.ts'

type Item = Placed<FlowNode>

/** Nodes that are less alike than this, from 0 to 1, are two different ones. */
const alike = 0.4

/** Beyond so many pairs that come into question a flow was written anew, and names nothing that could be recognised. */
const mostTried = 40_000

/**
 * Pairs nodes by their ids; those left by what they say, where that is the same; those left by how alike they are. So
 * a renamed node is one node.
 */
export function matchNodes(base: FlowSide, head: FlowSide): Pairing<Item> {
  const byId = pairByKey(placed(base.flow.nodes), placed(head.flow.nodes), ({ value }) => value.id)
  if (byId.onlyBase.length === 0 || byId.onlyHead.length === 0) return byId
  const known = new Set(byId.pairs.map(pair => pair.head.value.id))
  const rename = byLikeness(byId, { base, head, known })
  const content = pairByKey(rename.onlyBase, rename.onlyHead, ({ value }) => contentOf(value))
  const pairs = [...byId.pairs, ...rename.pairs, ...content.pairs]
  return { ...content, pairs: pairs.sort((a, b) => a.base.index - b.base.index) }
}

interface Setting {
  readonly base: FlowSide
  readonly head: FlowSide
  /** The ids of nodes that both sides have. */
  readonly known: ReadonlySet<string>
}

/** The likest first; the order of equal ones is the same either way round. Equal content counts for more than any likeness. */
function byLikeness({ onlyBase, onlyHead }: Pairing<Item>, setting: Setting): Pairing<Item> {
  if (onlyBase.length * onlyHead.length > mostTried) return { pairs: [], onlyBase, onlyHead }
  const tried = onlyBase.flatMap(one => onlyHead.map(other => ({ base: one, head: other })))
  const found = tried.flatMap(pair => {
    const score = scoreOf(pair, setting)
    return score < alike ? [] : [{ pair, score }]
  })
  found.sort((a, b) => b.score - a.score || order(a.pair) - order(b.pair) || least(a.pair) - least(b.pair))
  const taken = new Set<Item>()
  const pairs = found.flatMap(({ pair }) => {
    if (taken.has(pair.base) || taken.has(pair.head)) return []
    taken.add(pair.base).add(pair.head)
    return [pair]
  })
  const isLeft = (item: Item) => !taken.has(item)
  return { pairs, onlyBase: onlyBase.filter(isLeft), onlyHead: onlyHead.filter(isLeft) }
}

function scoreOf({ base, head }: Pair<Item>, setting: Setting): number {
  const near = neighbours(base.value.id, setting.base, setting.known)
  const other = neighbours(head.value.id, setting.head, setting.known)
  return likeness({ node: base.value, neighbours: near }, { node: head.value, neighbours: other })
}

/** What leads to a node and what it leads to, as far as both sides have it, and whether the flow starts there. */
function neighbours(id: string, { flow, graph }: FlowSide, known: ReadonlySet<string>): readonly string[] {
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
