import { alwaysCondition, comparePriority, type FlowEdge, type FlowNode, nodeTypes } from '@scenewright/model'
import type { FlowIndex } from './flow-index.ts'
import type { Stop, WalkOutcome } from './walk.ts'

/** What entering one node does: it may say something, and the walk goes on along an edge or stops. */
export interface Step {
  readonly reply?: string
  readonly next: { readonly edge: FlowEdge; readonly node: FlowNode } | WalkEnd
}

/** A walk's outcome, and where and why it stopped. */
interface WalkEnd {
  readonly outcome: WalkOutcome
  readonly stop: Stop
}

/** What happens at a node that has just been entered. */
export function step(flow: FlowIndex, node: FlowNode): Step {
  if (node.type === nodeTypes.end) return { next: end('ended', { node: node.id, reason: 'end' }) }
  if (node.type !== nodeTypes.reply) {
    return { next: end('unsupported', { node: node.id, reason: 'node-type', detail: node.type }) }
  }
  // A document that nobody validated may hold anything here.
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
