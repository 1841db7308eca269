import { coReachable, type FlowGraph, witnessWalks } from '@scenewright/graph'
import { type Definition, nodeTypes } from '@scenewright/model'

/** What a flow gets to. Conditions are set aside: a way is a way. */
export interface FlowReach {
  /** Nodes that a walk from the start comes by, nearest first. */
  readonly reached: ReadonlySet<string>
  /** Nodes from which a walk gets to an END. */
  readonly endings: ReadonlySet<string>
  /** The ENDs that a walk from the start gets to, nearest first. */
  readonly ends: readonly string[]
  /** A shortest walk from the start to a node. */
  walkTo(id: string): readonly string[] | undefined
  /** A shortest walk from a node to an END. */
  walkToEnd(id: string): readonly string[] | undefined
}

/** Works out what a flow gets to. Linear in the flow, and then in each walk that is asked for. */
export function flowReach(flow: Definition, graph: FlowGraph): FlowReach {
  const all = new Set(flow.nodes.flatMap(({ id, type }) => (type === nodeTypes.end ? [id] : [])))
  const { reached, walkTo } = witnessWalks(graph, flow.start_node_id)
  return {
    reached,
    endings: coReachable(graph, all),
    ends: [...reached].filter(id => all.has(id)),
    walkTo,
    walkToEnd(id) {
      const walks = witnessWalks(graph, id)
      const nearest = [...walks.reached].find(each => all.has(each))
      return nearest === undefined ? undefined : walks.walkTo(nearest)
    },
  }
}
