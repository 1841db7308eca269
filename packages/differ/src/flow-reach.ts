import { type FlowGraph, witnessWalks } from '@scenewright/graph'
import { type Definition, nodeTypes } from '@scenewright/model'

/**
 * The maximum length of a walk: nobody reads the middle of longer ones, and thousands of them would fill the memory.
 */
const longest = 100

/** The nodes that a flow can reach. Conditions are ignored: every edge counts. */
export interface FlowReach {
  /** Nodes on walks from the start, nearest first. */
  readonly reached: ReadonlySet<string>
  /** Nodes from which a walk reaches an END. */
  readonly endings: ReadonlySet<string>
  /** The ENDs that walks from the start reach, nearest first. */
  readonly ends: readonly string[]
  /** A shortest walk from the start to a node. */
  walkTo(id: string): readonly string[] | undefined
  /** The next node on a shortest walk from a node to an END; none for an END itself. */
  stepToEnd(id: string): string | undefined
}

/** Computes the reach of a flow. Linear in the flow, and in each requested walk. */
export function computeFlowReach(flow: Definition, graph: FlowGraph): FlowReach {
  const all = new Set(flow.nodes.flatMap(({ id, type }) => (type === nodeTypes.end ? [id] : [])))
  const { reached, walkTo } = witnessWalks(graph, flow.start_node_id)
  const steps = stepsTo(graph, all)
  return {
    reached,
    endings: new Set(steps.keys()),
    ends: [...reached].filter(id => all.has(id)),
    walkTo,
    stepToEnd: id => steps.get(id),
  }
}

/** For every node from which one of these can be reached, the next node on a shortest walk there. */
function stepsTo(graph: FlowGraph, ends: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
  const steps = new Map<string, string | undefined>()
  for (const end of ends) steps.set(end, undefined)
  // A Map is iterated in insertion order, including items that are added meanwhile: nearest first.
  for (const [id] of steps) for (const before of graph.predecessors(id)) if (!steps.has(before)) steps.set(before, id)
  return steps
}

/** The walk if it is short enough to be readable. */
export function omitLongWalk(walk: readonly string[] | undefined): readonly string[] | undefined {
  return walk === undefined || walk.length > longest ? undefined : walk
}
