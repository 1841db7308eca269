import { edgePath, type FlowEdge } from '@scenewright/model'
import type { Change, Found } from '../change.ts'
import { ranksOf } from '../match/edge-ranks.ts'
import type { FlowMatch } from '../match/match-flows.ts'
import { type Placed, placed } from '../match/placed.ts'
import { shown } from '../shown.ts'
import { family } from './family.ts'

type Kind = 'edge-rerouted' | 'edge-removed' | 'edge-overtakes' | 'edge-added'

/** The ways that came, went or lead elsewhere. A new one that comes before another may be taken in its stead. */
export const edges = family<Kind>(
  {
    'edge-rerouted': { level: 'risky', says: describeReroute },
    'edge-removed': { level: 'risky', says: ({ before }) => `the way ${describeEnds(before)} is gone` },
    'edge-overtakes': { level: 'risky', says: ({ after }) => `a new way ${describeEnds(after)} comes before others` },
    'edge-added': { level: 'info', says: ({ after }) => `a new way ${describeEnds(after)}` },
  },
  ({ flow }) => [...rerouted(flow), ...removed(flow), ...added(flow)],
)

function rerouted({ edges: { pairs }, hasSameEnds }: FlowMatch): readonly Found<Kind>[] {
  return pairs.flatMap((pair): Found<Kind>[] => {
    const same = hasSameEnds(pair)
    if (same.source && same.target) return []
    const at = { base: edgePath(pair.base.index, 'target'), head: edgePath(pair.head.index, 'target') }
    const [before, after] = [endsOf(pair.base.value), endsOf(pair.head.value)]
    const names = namesOf(pair.base.value, pair.head.value)
    const field = same.source ? 'target' : same.target ? 'source' : undefined
    return [{ kind: 'edge-rerouted', ...names, ...(field && { field }), before, after, at }]
  })
}

function removed({ edges: { onlyBase } }: FlowMatch): readonly Found<Kind>[] {
  return onlyBase.map(({ value, index }): Found<Kind> => {
    return { kind: 'edge-removed', node: value.source, edge: value.id, before: value, at: { base: edgePath(index) } }
  })
}

function added({ head, edges: { onlyHead, pairs } }: FlowMatch): readonly Found<Kind>[] {
  const old = new Set(pairs.map(pair => pair.head.index))
  const ranks = ranksOf(head.flow.edges)
  const rankOf = ({ index }: Placed<FlowEdge>) => ranks.get(index) ?? 0
  const lastOld = new Map<string, number>()
  for (const item of placed(head.flow.edges)) {
    const { source } = item.value
    if (old.has(item.index)) lastOld.set(source, Math.max(lastOld.get(source) ?? -1, rankOf(item)))
  }
  const comesFirst = (item: Placed<FlowEdge>) => (lastOld.get(item.value.source) ?? -1) > rankOf(item)
  return onlyHead.map((item): Found<Kind> => {
    const { value, index } = item
    const kind = comesFirst(item) ? 'edge-overtakes' : 'edge-added'
    return { kind, node: value.source, edge: value.id, after: value, at: { head: edgePath(index) } }
  })
}

/** What a change of an edge says it is of. */
export function namesOf(base: FlowEdge, head: FlowEdge): { node: string; edge: string; was?: string } {
  return { node: head.source, edge: head.id, ...(base.id !== head.id && { was: base.id }) }
}

function endsOf({ source, target }: FlowEdge): { readonly source: string; readonly target: string } {
  return { source, target }
}

function describeEnds(value: unknown): string {
  // A change of an edge has the edge, or its ends, as its value.
  const { source, target } = value as Pick<FlowEdge, 'source' | 'target'>
  return `from ${shown(source)} to ${shown(target)}`
}

function describeReroute({ field, before, after }: Change): string {
  // As above.
  const [was, is] = [before, after] as Pick<FlowEdge, 'source' | 'target'>[]
  // A node that keeps its place may have another name.
  if (field === 'target')
    return `the way from ${shown(is?.source)} to ${shown(was?.target)} leads to ${shown(is?.target)}`
  if (field === 'source')
    return `the way from ${shown(was?.source)} to ${shown(is?.target)} starts at ${shown(is?.source)}`
  return `the way ${describeEnds(before)} is one ${describeEnds(after)}`
}
