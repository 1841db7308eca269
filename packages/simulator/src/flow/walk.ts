import { alwaysCondition, comparePriority, type FlowEdge, type FlowNode, nodeTypes } from '@scenewright/model'
import type { FlowIndex } from './flow-index.ts'

/**
 * The result of entering one node: an optional reply, and the edge that the walk continues on, or the end of the walk.
 */
interface Step {
  readonly reply?: string
  readonly next: { readonly edge: FlowEdge; readonly node: FlowNode } | WalkEnd
}

/** A walk's outcome, and where and why it stopped. */
interface WalkEnd {
  readonly outcome: WalkOutcome
  readonly stop: Stop
}

/** How a walk ended. */
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

/** The place where a walk stopped, and the reason. */
export interface Stop {
  /** The last node entered, or null if the start node does not exist. */
  readonly node: string | null
  readonly reason: StopReason
  /** The subject of the reason: the type of the node or of its conditions, or the id of the missing node. */
  readonly detail?: string
}

/** The replies of a scenario in one turn, and its path. */
export interface Walk {
  readonly replies: readonly string[]
  /** The ids of the nodes entered, the last one included; a repeated node ends the list. */
  readonly nodes: readonly string[]
  /** The ids of the edges taken. */
  readonly edges: readonly string[]
  readonly outcome: WalkOutcome
  readonly stop: Stop
}

/** The maximum number of nodes in one turn. */
const stepLimit = 10_000

/** Walks a flow from its start, or another node, to the end of one turn. It always terminates, for any flow. */
export function walkFlow(flow: FlowIndex, from = flow.start): Walk {
  const start = from === undefined ? undefined : flow.nodes.get(from)
  if (start !== undefined) return walkFrom(flow, start)
  const stop: Stop = { node: null, reason: 'no-start', ...(from === undefined ? {} : { detail: from }) }
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

/** The step for a node that has just been entered. */
function step(flow: FlowIndex, node: FlowNode): Step {
  if (node.type === nodeTypes.end) return { next: end('ended', { node: node.id, reason: 'end' }) }
  if (node.type !== nodeTypes.reply) {
    return { next: end('unsupported', { node: node.id, reason: 'node-type', detail: node.type }) }
  }
  // A document that was not validated may contain anything here.
  if (typeof node.text !== 'string') {
    return { next: end('unsupported', { node: node.id, reason: 'reply-without-text' }) }
  }
  return { reply: node.text, next: follow(flow, node) }
}

function follow(flow: FlowIndex, node: FlowNode): Step['next'] {
  const leaving = flow.edges.get(node.id) ?? []
  if (leaving.length === 0) return end('stuck', { node: node.id, reason: 'no-edge' })
  const edge = firstAlways(leaving)
  if (edge === undefined) {
    return end('unsupported', { node: node.id, reason: 'conditions', detail: conditionTypes(leaving) })
  }
  const target = flow.nodes.get(edge.target)
  if (target === undefined) return end('stuck', { node: node.id, reason: 'no-such-node', detail: edge.target })
  return { edge, node: target }
}

/** The lowest priority first, then the order of the list. */
function firstAlways(edges: readonly FlowEdge[]): FlowEdge | undefined {
  let first: FlowEdge | undefined
  for (const edge of edges) {
    if (conditionType(edge) !== alwaysCondition) continue
    if (first === undefined || comparePriority(edge.priority, first.priority) < 0) first = edge
  }
  return first
}

function conditionTypes(edges: readonly FlowEdge[]): string {
  return [...new Set(edges.map(conditionType))].join(', ')
}

function conditionType(edge: FlowEdge): string {
  return edge.condition?.type ?? alwaysCondition
}

function end(outcome: WalkOutcome, stop: Stop): WalkEnd {
  return { outcome, stop }
}
