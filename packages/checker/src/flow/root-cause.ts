import { coReachable, reachable, type WitnessWalks, weakComponents, witnessWalks } from '@scenewright/graph'
import type { FlowEdge } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import { isUnknownField } from '../compiler-findings.ts'
import type { ScenarioSubject } from '../context.ts'
import { quoted } from '../wording.ts'
import { type CutOffRegion, findCutOffRegions } from './cut-off.ts'
import { findEndlessCycles, limitWalks, nearestFirst, type ReachedRegion } from './endless.ts'
import { type Flow, pathOf, readFlow } from './flow.ts'
import { isObviouslyValid } from './obviously-valid.ts'
import { findUnknownNames, type UnknownName } from './unknown-names.ts'

/** More of them would distract from the finding that they belong to. */
const maxHints = 3

/** The mistakes in a flow: only the root causes, without their consequences. */
export interface Mistakes {
  /** Whether the start names an existing node. */
  readonly hasStart: boolean
  readonly unknown: readonly UnknownName[]
  readonly lacksEnd: boolean
  readonly deadEnds: readonly string[]
  readonly endless: readonly ReachedRegion[]
  readonly traps: readonly ReachedRegion[]
  readonly unreachable: readonly CutOffRegion[]
  /** Regions that are cut off because of another mistake, so they are not reported themselves. */
  readonly following: readonly CutOffRegion[]
}

/**
 * Separates root causes from their consequences, which are not reported. The order is no start, unknown name, no END,
 * dead end, endless replies, trap, cut off:
 *
 * - Without a start nothing is reached: no endless replies, no traps, nothing cut off. A flow without a single node has
 *   no END either, for the same reason.
 * - An edge to an unknown name may lead anywhere: its source is not a dead end, and nothing before it is a trap. The
 *   same holds for a node with a misspelled `next`, which the compiler reports. In a flow without an END, the name may
 *   have been that of the END.
 * - An edge from an unknown name has lost its source: any dead end or trap may be the node that it should leave.
 * - Without an END there is nothing to reach: no dead ends, no traps.
 * - A node that leads only to a dead end or to endless replies is not a trap: once these are fixed, it leads on.
 * - A walk ends at an END: edges that leave it make no cycle and no trap, and their targets do not count as cut off.
 * - A region that is cut off follows from a mistake whose fix could lead to it, see `follows`.
 * - A dead end in a region that is reported as cut off belongs to that finding.
 */
export function findMistakes(subject: ScenarioSubject): Mistakes {
  const { definition } = subject
  const flow = subject.share(readFlow)
  if (isObviouslyValid(flow, definition)) return noMistakes
  const start = definition.start_node_id
  const unknown = findUnknownNames(subject)
  const ways = classifyEdges(flow, definition.edges, id => isUnknownField('next', subject, id))
  const lacksEnd = flow.ends.size === 0
  const hasEveryWay = !lacksEnd && ways.lostSources.length === 0
  const walks = witnessWalks(flow.walks, start)
  const endless = findEndlessCycles(subject, walks)
  const trapped = hasEveryWay ? findTraps(flow, walks, seeds(flow, ways, endless)) : []
  const isPlain = flow.graph === flow.walks && ways.lostSources.length === 0
  const maybeReached = isPlain ? walks.reached : reachable(flow.graph, [start, ...ways.lostSources])
  const cutOff = flow.nodes.has(start) ? findCutOffRegions(flow, maybeReached) : []
  const following = follows(cutOff, { flow, ways, unknown, maybeReached, others: endless.length + trapped.length })
  const unreachable = cutOff.filter(region => !following.has(region))
  const inReported = new Set(unreachable.flatMap(region => region.nodes))
  return {
    hasStart: flow.nodes.has(start),
    unknown,
    lacksEnd: lacksEnd && unknown.length === 0 && flow.nodes.size > 0,
    deadEnds: hasEveryWay ? ways.deadEnds.filter(id => !inReported.has(id)) : [],
    endless,
    traps: trapped,
    unreachable,
    following: [...following],
  }
}

const noMistakes: Mistakes = {
  hasStart: true,
  unknown: [],
  lacksEnd: false,
  deadEnds: [],
  endless: [],
  traps: [],
  unreachable: [],
  following: [],
}

/** How edges leave nodes. */
interface Ways {
  /** The nodes other than END without outgoing edges. */
  readonly deadEnds: readonly string[]
  /** The nodes with an edge to an unknown name, and those whose `next` is misspelled. */
  readonly astray: readonly string[]
  /** The nodes with an edge from an unknown name. */
  readonly lostSources: readonly string[]
}

function classifyEdges({ nodes, ends }: Flow, edges: readonly FlowEdge[], isMisspelled: (id: string) => boolean): Ways {
  const left = new Set(edges.map(edge => edge.source))
  const stuck = Array.from(nodes.keys()).filter(id => !ends.has(id) && !left.has(id))
  const misspelled = new Set(stuck.filter(isMisspelled))
  const lost = edges.filter(({ source, target }) => nodes.has(source) && !nodes.has(target))
  return {
    deadEnds: stuck.filter(id => !misspelled.has(id)),
    astray: [...lost.map(edge => edge.source), ...misspelled],
    lostSources: edges.filter(({ source, target }) => !nodes.has(source) && nodes.has(target)).map(edge => edge.target),
  }
}

/** The nodes that lead to an END, or would lead to one if another mistake were fixed. */
function seeds({ ends }: Flow, ways: Ways, endless: readonly ReachedRegion[]): readonly string[] {
  return [...ends, ...ways.deadEnds, ...ways.astray, ...endless.flatMap(cycle => cycle.nodes)]
}

interface CutOffCauses {
  readonly flow: Flow
  readonly ways: Ways
  readonly unknown: readonly UnknownName[]
  readonly maybeReached: ReadonlySet<string>
  /** The number of endless replies and traps. */
  readonly others: number
}

/**
 * The cut-off regions that are a consequence of another mistake. A reached node without a way on (a dead end, or a node
 * with an edge to an unknown name) may have been meant to lead to any region that leads to the end of the flow. Endless
 * replies and a trap may have been meant to lead to one region each, because one edge is wrong there. A region with the
 * node whose name is most similar to an unknown one follows from that name. A region that leads nowhere is a mistake of
 * its own.
 */
function follows(regions: readonly CutOffRegion[], causes: CutOffCauses): ReadonlySet<CutOffRegion> {
  if (regions.length === 0) return new Set()
  const { flow, ways, unknown, maybeReached, others } = causes
  const guesses = new Set(unknown.map(({ guess }) => guess))
  const guessed = new Set(regions.filter(region => region.nodes.some(id => guesses.has(id))))
  const leading = leadingOn(causes)
  const candidates = regions.filter(region => leading.has(region.entry) && !guessed.has(region))
  const lacksWay = [...(flow.ends.size > 0 ? ways.deadEnds : []), ...ways.astray].some(id => maybeReached.has(id))
  return new Set([...guessed, ...(lacksWay ? candidates : candidates.slice(0, others))])
}

/** The nodes from which the flow reaches its end, as far as can be determined despite the mistakes. */
function leadingOn({ flow, ways, maybeReached }: CutOffCauses): ReadonlySet<string> {
  const ends = flow.ends.size > 0 ? [...flow.ends, ...ways.deadEnds.filter(id => maybeReached.has(id))] : ways.deadEnds
  return coReachable(flow.graph, [...ends, ...ways.astray])
}

/**
 * The regions that walks from the start reach and from which no walk reaches any of `ways`: the ENDs, and the nodes
 * that would lead to one if another mistake were fixed. Nearest to the start first.
 */
export function findTraps(flow: Flow, walks: WitnessWalks, ways: Iterable<string>): readonly ReachedRegion[] {
  const saved = coReachable(flow.walks, ways)
  const lost = new Set(Array.from(walks.reached).filter(id => !saved.has(id)))
  if (lost.size === 0) return []
  const walkTo = limitWalks(walks)
  return nearestFirst(walks.reached, weakComponents(flow.walks, lost)).map(nodes => {
    const [entry = ''] = nodes
    return { entry, nodes, walk: walkTo(entry) }
  })
}

/** The cut-off regions that follow from another mistake: likely targets of the faulty edge. */
export function createCutOffHints(subject: ScenarioSubject): readonly { at: DocumentPath; message: string }[] {
  const flow = subject.share(readFlow)
  const { following } = subject.share(findMistakes)
  return following.slice(0, maxHints).map(({ entry }) => ({
    at: pathOf(flow, entry),
    message: `Nothing leads to ${quoted(entry)}: this edge may have been meant to`,
  }))
}
