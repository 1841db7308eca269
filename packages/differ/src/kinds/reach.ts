import { type FlowNode, nodePath, nodeTypes } from '@scenewright/model'
import type { Found } from '../change.ts'
import type { FlowReach } from '../flow-reach.ts'
import type { Pair } from '../match/pair-by-key.ts'
import type { Placed } from '../match/placed.ts'
import { shown } from '../shown.ts'
import { family } from './family.ts'

type Kind = 'way-lost' | 'node-unreached' | 'way-gained' | 'node-reached'

/** What becomes of nodes that both sides have: whether a walk comes by them, and whether it then gets to an END. */
export const reach = family<Kind>(
  {
    'way-lost': { level: 'risky', says: ({ node }) => `${shown(node)} has no way to an END any more` },
    'node-unreached': { level: 'risky', says: ({ node }) => `${shown(node)} is reached no more` },
    'way-gained': { level: 'info', says: ({ node }) => `${shown(node)} has a way to an END now` },
    'node-reached': { level: 'info', says: ({ node }) => `${shown(node)} is reached now` },
  },
  ({ flow }) => {
    const [base, head] = [flow.base.reach, flow.head.reach]
    // Where the whole flow has lost its ENDs, or found the first, that is said once.
    const tellsWays = base.ends.length > 0 && head.ends.length > 0
    return flow.nodes.pairs.flatMap(pair => changeOf(pair, { base, head, tellsWays }))
  },
)

interface Reaches {
  readonly base: FlowReach
  readonly head: FlowReach
  readonly tellsWays: boolean
}

function changeOf(pair: Pair<Placed<FlowNode>>, { base, head, tellsWays }: Reaches): readonly Found<Kind>[] {
  const [before, now] = [pair.base.value, pair.head.value]
  const at = { base: nodePath(pair.base.index), head: nodePath(pair.head.index) }
  const found = (kind: Kind, walk: readonly string[] | undefined): readonly Found<Kind>[] => [
    { kind, node: now.id, ...(walk && { walk }), at },
  ]
  const [was, is] = [base.reached.has(before.id), head.reached.has(now.id)]
  if (was !== is) {
    const end = was ? before : now
    if (tellsWays && end.type === nodeTypes.end) return []
    return was ? found('node-unreached', base.walkTo(before.id)) : found('node-reached', head.walkTo(now.id))
  }
  if (!was || !tellsWays) return []
  const [ended, ends] = [base.endings.has(before.id), head.endings.has(now.id)]
  if (ended === ends) return []
  return ended ? found('way-lost', base.walkToEnd(before.id)) : found('way-gained', head.walkToEnd(now.id))
}
