import { alwaysCondition, type Condition, type FlowEdge } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { EdgeTokens } from './edge-tokens.ts'
import { type Pair, type Pairing, type Placed, pairByKey } from './pair-by-key.ts'

type Item = Placed<FlowEdge>

/** Parts of an edge that may identify it. */
interface Features {
  readonly source: string
  readonly target: string
  readonly condition: string
  readonly priority: string
  /** Undefined if it is derived from the ends. */
  readonly id: string | undefined
}

/**
 * From certain matches to the remaining edges of a node: a redirected edge is still one edge, as long as it leaves the
 * same node, or has its own id.
 */
const rounds: readonly (readonly (keyof Features)[])[] = [
  ['source', 'target', 'condition', 'priority', 'id'],
  ['source', 'target', 'condition', 'priority'],
  ['source', 'target', 'id'],
  ['source', 'target', 'condition'],
  ['source', 'target'],
  ['source', 'id'],
  ['source', 'condition', 'priority'],
  ['source', 'condition'],
  ['source'],
  ['target', 'id'],
  ['id'],
]

/** Pairs the edges of two flows whose nodes have been matched. */
export function matchEdges(base: readonly Item[], head: readonly Item[], tokens: EdgeTokens): Pairing<Item> {
  const features = new Map<Item, Features>()
  for (const item of base) features.set(item, featuresOf(item.value, tokens.base))
  for (const item of head) features.set(item, featuresOf(item.value, tokens.head))
  const pairs: Pair<Item>[] = []
  let rest: Pick<Pairing<Item>, 'onlyBase' | 'onlyHead'> = { onlyBase: base, onlyHead: head }
  for (const round of rounds) {
    if (rest.onlyBase.length === 0 || rest.onlyHead.length === 0) break
    const found = pairByKey(rest.onlyBase, rest.onlyHead, item => keyOf(features.get(item), round))
    pairs.push(...found.pairs)
    rest = found
  }
  return { ...rest, pairs: pairs.sort((a, b) => a.base.index - b.base.index) }
}

function keyOf(features: Features | undefined, round: readonly (keyof Features)[]): string | undefined {
  const parts = round.map(name => features?.[name])
  return parts.includes(undefined) ? undefined : JSON.stringify(parts)
}

function featuresOf(edge: FlowEdge, token: (id: string) => string): Features {
  return {
    source: token(edge.source),
    target: token(edge.target),
    condition: canonicalJson(conditionOf(edge)),
    priority: String(edge.priority),
    id: hasDefaultId(edge) ? undefined : edge.id,
  }
}

/** An edge without a condition is always taken. */
export function conditionOf({ condition }: FlowEdge): Condition {
  return condition ?? { type: alwaysCondition }
}

/** Whether an edge's id is the one that the compiler derives from its ends. */
export function hasDefaultId({ id, source, target }: FlowEdge): boolean {
  const first = `${source}--${target}`
  return id === first || (id.startsWith(`${first}--`) && /^\d+$/.test(id.slice(first.length + 2)))
}
