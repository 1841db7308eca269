import { type FlowNode, nodeTypes } from '@scenewright/model'
import { type Fields, type Layout, mappingLayout, scalarLayout } from '../format/layout.ts'
import { opaque, opaqueFields, optionalScalar } from './opaque.ts'

/** Returns the source value of a node, which follows its id. `next` is undefined if no edge is written there. */
export function decompileNode(node: FlowNode, next: Layout | undefined): Layout {
  if (node.type === nodeTypes.reply) return mappingLayout(replyFields(node, next))
  const entries = node.type === nodeTypes.end ? endFields(node, next) : ownFields(node, next)
  const isShort =
    node.type === nodeTypes.end && entries.every(([name, value]) => name === 'type' || value === undefined)
  return isShort ? scalarLayout(nodeTypes.end) : mappingLayout(entries)
}

function replyFields(node: FlowNode, next: Layout | undefined): Fields {
  return [
    titleEntry(node),
    ['text', opaque(node.text)],
    ['next', next],
    ['extra', opaqueFields(unknownFields(node, ['id', 'type', 'text', ...titleField(node)]))],
  ]
}

function endFields(node: FlowNode, next: Layout | undefined): Fields {
  return [
    ['type', scalarLayout(node.type)],
    titleEntry(node),
    ['next', next],
    ['extra', opaqueFields(unknownFields(node, ['id', 'type', ...titleField(node)]))],
  ]
}

/** The own fields of a type are next to it, up to the first whose name has another meaning in the source. */
function ownFields(node: FlowNode, next: Layout | undefined): Fields {
  const own = Object.entries(node).filter(([name]) => !['id', 'type', ...titleField(node)].includes(name))
  const colliding = own.findIndex(([name]) => ['title', 'next', 'extra'].includes(name))
  const fieldsBefore = (colliding === -1 ? own : own.slice(0, colliding)).map(([name, value]): Fields[number] => [
    name,
    opaque(value),
  ])
  const extra = colliding === -1 ? undefined : Object.fromEntries(own.slice(colliding))
  return [
    ['type', scalarLayout(node.type)],
    titleEntry(node),
    ...fieldsBefore,
    ['next', next],
    ['extra', opaqueFields(extra)],
  ]
}

/** The id is the default title; null means that the document has none. A title that is not a text goes to `extra`. */
function titleEntry(node: FlowNode): Fields[number] {
  if (node.title === undefined) return ['title', scalarLayout(null)]
  return ['title', optionalScalar(node.title === node.id || titleField(node).length === 0 ? undefined : node.title)]
}

function titleField({ title }: FlowNode): readonly string[] {
  return title === undefined || typeof title === 'string' ? ['title'] : []
}

/** The fields of an object without their own place in the source, in order; undefined if there are none. */
export function unknownFields(holder: object, known: readonly string[]): object | undefined {
  const unknown = Object.entries(holder).filter(([name, value]) => !known.includes(name) && value !== undefined)
  return unknown.length > 0 ? Object.fromEntries(unknown) : undefined
}
