import { type FlowGraph, witnessWalks } from '@scenewright/graph'
import { type Definition, nodeTypes } from '@scenewright/model'

/** Of a longer walk nobody reads the middle, and of thousands of them no memory is left. */
const longest = 100

/** The nodes that a flow can reach. Conditions are ignored: every edge counts. */
export interface FlowReach {
  /** Nodes that a walk from the start comes by, nearest first. */
  readonly reached: ReadonlySet<string>
  /** Nodes from which a walk gets to an END. */
  readonly endings: ReadonlySet<string>
  /** The ENDs that a walk from the start gets to, nearest first. */
  readonly ends: readonly string[]
  /** A shortest walk from the start to a node. */
  walkTo(id: string): readonly string[] | undefined
  /** The next node on a shortest walk from a node to an END; none for an END itself. */
  stepToEnd(id: string): string | undefined
}

/** Works out what a flow gets to. Linear in the flow, and then in each walk that is asked for. */
export function flowReach(flow: Definition, graph: FlowGraph): FlowReach {
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

/** From every node that gets to one of these, the next one on a shortest walk there. */
function stepsTo(graph: FlowGraph, ends: ReadonlySet<string>): ReadonlyMap<string, string | undefined> {
  const steps = new Map<string, string | undefined>()
  for (const end of ends) steps.set(end, undefined)
  // A Map hands out what is added while it is being read: nearest first.
  for (const [id] of steps) for (const before of graph.predecessors(id)) if (!steps.has(before)) steps.set(before, id)
  return steps
}

/** The walk where it is short enough to prove anything to a person. */
export function readableWalk(walk: readonly string[] | undefined): readonly string[] | undefined {
  return walk === undefined || walk.length > longest ? undefined : walk
}
