import { type FlowNode, nodeTypes } from '@scenewright/model'
import { nodePath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { type FlowReach, omitLongWalk } from '../flow-reach.ts'
import type { FlowMatch } from '../match/match-flows.ts'
import type { Pair, Placed } from '../match/pair-by-key.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

type Kind = 'way-lost' | 'node-unreached' | 'way-gained' | 'node-reached'

/**
 * Changes in the reach of nodes that both sides have: whether the flow reaches them, and whether it then reaches an
 * END.
 */
export const reach = changeGroup<Kind>(
  {
    'way-lost': { level: 'risky', message: ({ node }) => `step ${shown(node)} no longer leads to an end` },
    'node-unreached': { level: 'risky', message: ({ node }) => `step ${shown(node)} can no longer be reached` },
    'way-gained': { level: 'info', message: ({ node }) => `step ${shown(node)} now leads to an end` },
    'node-reached': { level: 'info', message: ({ node }) => `step ${shown(node)} can now be reached` },
  },
  ({ flow }) => {
    const { base, head, nodes, headIdOf, baseIdOf } = flow
    // If the whole flow has lost its ENDs, or gained the first, that is reported once.
    const comparesWays = base.reach.ends.length > 0 && head.reach.ends.length > 0
    const lost: Loss = { had: base.reach, has: head.reach, nameOf: headIdOf, graph: base.graph }
    const gained: Loss = { had: head.reach, has: base.reach, nameOf: baseIdOf, graph: head.graph }
    return nodes.pairs.flatMap(pair => findChange(pair, { lost, gained, comparesWays }))
  },
)

/** The nodes that one side reaches and the other does not, seen from the side that reaches them. */
interface Loss {
  readonly had: FlowReach
  readonly has: FlowReach
  readonly nameOf: FlowMatch['headIdOf']
  /** Of the side that does. */
  readonly graph: FlowMatch['base']['graph']
}

interface Reaches {
  readonly lost: Loss
  readonly gained: Loss
  readonly comparesWays: boolean
}

function findChange(
  pair: Pair<Placed<FlowNode>>,
  { lost, gained, comparesWays }: Reaches,
): readonly FoundChange<Kind>[] {
  const [before, now] = [pair.base.value, pair.head.value]
  const at = { base: nodePath(pair.base.index), head: nodePath(pair.head.index) }
  const found = (kind: Kind, walk: readonly string[] | undefined): readonly FoundChange<Kind>[] => [
    { kind, node: now.id, ...(walk && { walk }), at },
  ]
  const [was, is] = [lost.had.reached.has(before.id), gained.had.reached.has(now.id)]
  if (was !== is) {
    const one = was ? before : now
    if (comparesWays && one.type === nodeTypes.end) return []
    return was ? found('node-unreached', walkThere(before.id, lost)) : found('node-reached', walkThere(now.id, gained))
  }
  if (!was || !comparesWays) return []
  const [ended, ends] = [lost.had.endings.has(before.id), gained.had.endings.has(now.id)]
  if (ended === ends) return []
  return ended ? found('way-lost', walkOn(before.id, lost)) : found('way-gained', walkOn(now.id, gained))
}

/** The walk from the start, for the first node behind a cut: the nodes behind it are lost with it. */
function walkThere(id: string, { had, has, nameOf, graph }: Loss): readonly string[] | undefined {
  const isBefore = (each: string) => had.reached.has(each) && has.reached.has(nameOf(each) ?? '')
  const before = graph.predecessors(id)
  const isStart = before.every(each => !had.reached.has(each))
  return isStart || before.some(each => nameOf(each) === undefined || isBefore(each))
    ? omitLongWalk(had.walkTo(id))
    : undefined
}

/** The walk to the END, for the last node before a cut: those before it are lost with it. */
function walkOn(id: string, { had, has, nameOf }: Loss): readonly string[] | undefined {
  const step = had.stepToEnd(id)
  const next = step === undefined ? undefined : nameOf(step)
  if (next !== undefined && !has.endings.has(next)) return undefined
  const walk = [id]
  for (let at = step; at !== undefined; at = had.stepToEnd(at)) walk.push(at)
  return omitLongWalk(walk)
}
