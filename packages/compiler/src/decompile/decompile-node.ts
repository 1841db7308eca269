import { type FlowNode, nodeTypes } from '@scenewright/model'
import { Scalar } from 'yaml'
import { unknownFields } from './unknown-fields.ts'
import { type Entries, mappingNode } from './yaml-nodes.ts'

/** What stands behind a node's id in the source. `next` is undefined where no edge is told there. */
export function decompileNode(node: FlowNode, next: unknown): unknown {
  if (node.type === nodeTypes.reply) return mappingNode(replyEntries(node, next))
  const entries = node.type === nodeTypes.end ? endEntries(node, next) : ownEntries(node, next)
  const isShort =
    node.type === nodeTypes.end && entries.every(([name, value]) => name === 'type' || value === undefined)
  return isShort ? new Scalar(nodeTypes.end) : mappingNode(entries)
}

function replyEntries(node: FlowNode, next: unknown): Entries {
  return [
    titleEntry(node),
    ['text', node.text],
    ['next', next],
    ['extra', unknownFields(node, ['id', 'type', 'text', ...titleField(node)])],
  ]
}

function endEntries(node: FlowNode, next: unknown): Entries {
  return [
    ['type', node.type],
    titleEntry(node),
    ['next', next],
    ['extra', unknownFields(node, ['id', 'type', ...titleField(node)])],
  ]
}

/** A type's own fields stand beside it, up to the first whose name means something else in the source. */
function ownEntries(node: FlowNode, next: unknown): Entries {
  const own = Object.entries(node).filter(([name]) => !['id', 'type', ...titleField(node)].includes(name))
  const colliding = own.findIndex(([name]) => ['title', 'next', 'extra'].includes(name))
  const beside = colliding === -1 ? own : own.slice(0, colliding)
  const extra = colliding === -1 ? undefined : Object.fromEntries(own.slice(colliding))
  return [['type', node.type], titleEntry(node), ...beside, ['next', next], ['extra', extra]]
}

/** The id is the default title; null says that the document has none. A title that is no text goes to `extra`. */
function titleEntry(node: FlowNode): Entries[number] {
  if (node.title === undefined) return ['title', null]
  return ['title', node.title === node.id || titleField(node).length === 0 ? undefined : node.title]
}

function titleField({ title }: FlowNode): readonly string[] {
  return title === undefined || typeof title === 'string' ? ['title'] : []
}
