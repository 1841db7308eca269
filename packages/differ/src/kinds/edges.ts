import type { FlowEdge } from '@scenewright/model'
import { edgePath } from '@scenewright/model/compilation'
import type { ChangeDetails, FoundChange } from '../change-details.ts'
import type { FlowMatch } from '../match/match-flows.ts'
import { outgoingEdges } from '../match/outgoing-edges.ts'
import { type Placed, withPlaces } from '../match/pair-by-key.ts'
import { ranksOf } from '../match/reorderings.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

type Kind = 'edge-rerouted' | 'edge-removed' | 'edge-overtakes' | 'edge-added'

/**
 * The connections that were added, removed or redirected, except those reported with the change of a step. A new one
 * that comes before another may be taken in its place.
 */
export const edges = changeGroup<Kind>(
  {
    'edge-rerouted': { level: 'risky', message: describeReroute },
    'edge-removed': { level: 'risky', message: ({ before }) => `removed connection ${describeEnds(before)}` },
    'edge-overtakes': {
      level: 'risky',
      message: ({ after }) => `new connection ${describeEnds(after)}, tried before others`,
    },
    'edge-added': { level: 'info', message: ({ after }) => `new connection ${describeEnds(after)}` },
  },
  ({ flow }) => [...rerouted(flow), ...removed(flow), ...added(flow)],
)

function rerouted({ edges: { pairs }, stretches, hasSameEnds }: FlowMatch): readonly FoundChange<Kind>[] {
  const inStretches = new Set([...stretches.inserted, ...stretches.takenOut].map(({ entry }) => entry))
  return pairs.flatMap((pair): FoundChange<Kind>[] => {
    const same = hasSameEnds(pair)
    if ((same.source && same.target) || inStretches.has(pair)) return []
    const at = { base: edgePath(pair.base.index, 'target'), head: edgePath(pair.head.index, 'target') }
    const [before, after] = [endsOf(pair.base.value), endsOf(pair.head.value)]
    const names = namesOf(pair.base.value, pair.head.value)
    const field = same.source ? 'target' : same.target ? 'source' : undefined
    return [{ kind: 'edge-rerouted', ...names, ...(field && { field }), before, after, at }]
  })
}

function removed(flow: FlowMatch): readonly FoundChange<Kind>[] {
  return outside(flow.edges.onlyBase, flow, 'base').map(({ value, index }): FoundChange<Kind> => {
    return { kind: 'edge-removed', node: value.source, edge: value.id, before: value, at: { base: edgePath(index) } }
  })
}

function added(flow: FlowMatch): readonly FoundChange<Kind>[] {
  const {
    head,
    edges: { onlyHead, pairs },
  } = flow
  const old = new Set(pairs.map(pair => pair.head.index))
  const ranks = ranksOf(head.flow.edges)
  const rankOf = ({ index }: Placed<FlowEdge>) => ranks.get(index) ?? 0
  const lastOld = new Map<string, number>()
  for (const item of withPlaces(head.flow.edges)) {
    const { source } = item.value
    if (old.has(item.index)) lastOld.set(source, Math.max(lastOld.get(source) ?? -1, rankOf(item)))
  }
  const comesFirst = (item: Placed<FlowEdge>) => (lastOld.get(item.value.source) ?? -1) > rankOf(item)
  return outside(onlyHead, flow, 'head').map((item): FoundChange<Kind> => {
    const { value, index } = item
    const kind = comesFirst(item) ? 'edge-overtakes' : 'edge-added'
    return { kind, node: value.source, edge: value.id, after: value, at: { head: edgePath(index) } }
  })
}

/**
 * The edges that no change of a node reports: those within stretches, and those that leave a node of only this side.
 */
function outside(
  items: readonly Placed<FlowEdge>[],
  flow: FlowMatch,
  side: 'base' | 'head',
): readonly Placed<FlowEdge>[] {
  const stretches = side === 'base' ? flow.stretches.takenOut : flow.stretches.inserted
  const reportedElsewhere = new Set([
    ...stretches.flatMap(({ edges: own }) => own),
    ...[...outgoingEdges(flow, side).values()].flat(),
  ])
  return items.filter(item => !reportedElsewhere.has(item))
}

/** Returns the names in a change of an edge. */
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

function describeReroute({ field, before, after }: ChangeDetails): string {
  // As above.
  const [was, is] = [before, after] as Pick<FlowEdge, 'source' | 'target'>[]
  // A node that keeps its place may have another name.
  if (field === 'target')
    return `the connection from ${shown(is?.source)} now leads to ${shown(is?.target)} instead of ${shown(was?.target)}`
  if (field === 'source')
    return `the connection to ${shown(is?.target)} now starts at ${shown(is?.source)} instead of ${shown(was?.source)}`
  return `the connection ${describeEnds(before)} now leads ${describeEnds(after)}`
}
