import type { Span } from '../parse/places.ts'
import type { SourceField, SourceMapping, SourceNode } from '../parse/source-tree.ts'

/** The steps to a part of a plain value: names of fields and numbers of items. */
export type Path = readonly string[]

/** A part of a source tree, and its name. */
export interface Located {
  readonly node: SourceNode
  /** The field that contains it, unless it is an item of a list or the whole. */
  readonly field?: SourceField
  /** The place to report something missing at: the key, else the item, else the start of the file. */
  readonly holder: Span
  /** The id of the node of the flow that contains it. */
  readonly flowNode?: string
}

const startOfText: Span = { start: 0, end: 0 }

/**
 * Finds the part of the tree at a path of its plain value; stops early where the tree ends. `holder` is the place to
 * report a missing part of the whole at.
 */
export function locate(root: SourceNode, path: Path, holder?: Span): Located {
  let located: Located = { node: root, holder: holder ?? startOfText }
  for (const [index, step] of path.entries()) {
    const inner = into(located.node, step)
    if (inner === undefined) return located
    // Only a scenario is at the top level, and has a flow.
    const isFlowNode = holder === undefined && index === 2 && path[0] === 'flow' && path[1] === 'nodes'
    const flowNode = isFlowNode ? inner.field?.name : located.flowNode
    located = flowNode === undefined ? inner : { ...inner, flowNode }
  }
  return located
}

function into(node: SourceNode, step: string): Located | undefined {
  if (node.kind === 'list') {
    const item = node.items[Number(step)]
    return item === undefined ? undefined : { node: item, holder: item }
  }
  const field = node.kind === 'mapping' ? fieldIn(node, step) : undefined
  return field === undefined ? undefined : { node: field.value, field, holder: field.key }
}

const indexes = new WeakMap<SourceMapping, ReadonlyMap<string, SourceField>>()

/** The field with the name `slot` in a mapping's plain value. */
export function fieldIn(mapping: SourceMapping, slot: string): SourceField | undefined {
  let index = indexes.get(mapping)
  if (index === undefined) {
    index = new Map(mapping.fields.map(field => [field.slot, field]))
    indexes.set(mapping, index)
  }
  return index.get(slot)
}
