import { type FlowNode, nodeTypes } from '@scenewright/model'
import { nodePath, startPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { type FlowReach, omitLongWalk } from '../flow-reach.ts'
import type { FlowMatch } from '../match/match-flows.ts'
import type { Placed } from '../match/pair-by-key.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

type Kind = 'no-end-left' | 'end-lost' | 'some-end-found' | 'end-gained'

/** The ENDs that can be reached from the start. If none can be reached anymore, the single ones are not reported. */
export const ends = changeGroup<Kind>(
  {
    'no-end-left': { level: 'breaking', message: () => 'no end can be reached from the start anymore' },
    'end-lost': { level: 'risky', message: ({ node }) => `end ${shown(node)} can no longer be reached` },
    'some-end-found': { level: 'info', message: () => 'an end can now be reached from the start' },
    'end-gained': { level: 'info', message: ({ node }) => `end ${shown(node)} can now be reached` },
  },
  ({ flow }) => {
    const [base, head] = [flow.base.reach, flow.head.reach]
    const [nearestBefore, nearestNow] = [base.ends[0], head.ends[0]]
    const at = { base: startPath, head: startPath }
    if (nearestBefore === undefined && nearestNow === undefined) return []
    if (nearestNow === undefined) return [{ kind: 'no-end-left', ...walkOf(base, nearestBefore), at }]
    if (nearestBefore === undefined) return [{ kind: 'some-end-found', ...walkOf(head, nearestNow), at }]
    return singleEnds(flow, base, head)
  },
)

function singleEnds({ nodes }: FlowMatch, base: FlowReach, head: FlowReach): readonly FoundChange<Kind>[] {
  const [before, now] = [new Set(base.ends), new Set(head.ends)]
  const lost = (item: Placed<FlowNode>, name: string, there?: Placed<FlowNode>): FoundChange<Kind> => {
    const at = { base: nodePath(item.index), ...(there && { head: nodePath(there.index) }) }
    return { kind: 'end-lost', node: name, ...walkOf(base, item.value.id), at }
  }
  const gained = (item: Placed<FlowNode>, there?: Placed<FlowNode>): FoundChange<Kind> => {
    const at = { ...(there && { base: nodePath(there.index) }), head: nodePath(item.index) }
    return { kind: 'end-gained', node: item.value.id, ...walkOf(head, item.value.id), at }
  }
  return [
    ...nodes.onlyBase.filter(isAmong(before)).map(item => lost(item, item.value.id)),
    ...nodes.pairs.flatMap(pair => {
      const [was, is] = [isAmong(before)(pair.base), isAmong(now)(pair.head)]
      if (was === is) return []
      return was ? [lost(pair.base, pair.head.value.id, pair.head)] : [gained(pair.head, pair.base)]
    }),
    ...nodes.onlyHead.filter(isAmong(now)).map(item => gained(item)),
  ]
}

function isAmong(ids: ReadonlySet<string>): (item: Placed<FlowNode>) => boolean {
  return ({ value }) => value.type === nodeTypes.end && ids.has(value.id)
}

function walkOf(reach: FlowReach, to: string | undefined): { walk?: readonly string[] } {
  const walk = to === undefined ? undefined : omitLongWalk(reach.walkTo(to))
  return walk === undefined ? {} : { walk }
}
