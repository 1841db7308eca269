import type { FlowNode } from '@scenewright/model'
import type { FlowIndex } from './flow-index.ts'
import { step } from './step.ts'

/** How a walk came to its end. */
export type WalkOutcome = 'ended' | 'unsupported' | 'stuck' | 'endless'

/** Why a walk stopped. */
export type StopReason =
  | 'end'
  | 'node-type'
  | 'reply-without-text'
  | 'conditions'
  | 'no-edge'
  | 'no-such-node'
  | 'no-start'
  | 'met-twice'
  | 'step-limit'

/** Where a walk stopped, and why. */
export interface Stop {
  /** The last node entered, or null where the start is no node. */
  readonly node: string | null
  readonly reason: StopReason
  /** What the reason is about: the type of the node or of its conditions, or the id of the node that is not there. */
  readonly detail?: string
}

/** What a scenario says in one turn, and the way it takes. */
export interface Walk {
  readonly replies: readonly string[]
  /** The ids of the nodes entered, the last one included; one that is met twice ends the list. */
  readonly nodes: readonly string[]
  /** The ids of the edges taken. */
  readonly edges: readonly string[]
  readonly outcome: WalkOutcome
  readonly stop: Stop
}

/** The nodes that one turn enters at the most. */
const stepLimit = 10_000

/** Walks a flow from its start, as far as one turn goes. It always comes to an end, whatever the flow. */
export function walkFlow(flow: FlowIndex): Walk {
  const start = flow.start === undefined ? undefined : flow.nodes.get(flow.start)
  if (start !== undefined) return walkFrom(flow, start)
  const stop: Stop = { node: null, reason: 'no-start', ...(flow.start === undefined ? {} : { detail: flow.start }) }
  return { replies: [], nodes: [], edges: [], outcome: 'stuck', stop }
}

function walkFrom(flow: FlowIndex, start: FlowNode): Walk {
  const replies: string[] = []
  const edges: string[] = []
  const entered = new Set<string>()
  let node = start
  while (entered.size < stepLimit) {
    entered.add(node.id)
    const { reply, next } = step(flow, node)
    if (reply !== undefined) replies.push(reply)
    if ('outcome' in next) return { replies, nodes: [...entered], edges, ...next }
    edges.push(next.edge.id)
    node = next.node
    if (entered.has(node.id)) {
      const stop: Stop = { node: node.id, reason: 'met-twice' }
      return { replies, nodes: [...entered, node.id], edges, outcome: 'endless', stop }
    }
  }
  const stop: Stop = { node: [...entered].at(-1) ?? null, reason: 'step-limit' }
  return { replies, nodes: [...entered], edges, outcome: 'endless', stop }
}
