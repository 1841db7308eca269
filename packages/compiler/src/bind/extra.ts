import { fieldOrder, nodeTypes } from '@scenewright/model'
import type { Problem } from '../parse/problem.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'

/**
 * `extra` contains fields that the toolkit does not support. A field with its own place in the source is not allowed
 * there, because it would bypass the checks; lowering ignores it.
 */
export function findExtraProblems(root: SourceMapping): readonly Problem[] {
  const problems: Problem[] = []
  const check = (holder: SourceNode | undefined, owned: (field: SourceField) => boolean, node?: string) => {
    const extra = holder?.kind === 'mapping' ? findField(holder, 'extra')?.value : undefined
    if (extra?.kind !== 'mapping') return
    for (const field of extra.fields) if (owned(field)) problems.push(ownedField(field, node))
  }
  check(root, isOwnedByScenario)
  check(findField(root, 'document')?.value, isOwnedByDocument)
  const flow = findField(root, 'flow')?.value
  if (flow?.kind !== 'mapping') return problems
  check(flow, isOwnedByDefinition)
  for (const edge of itemsOf(findField(flow, 'edges')?.value)) check(edge, isOwnedByEdge)
  const nodes = findField(flow, 'nodes')?.value
  for (const { name, value } of nodes?.kind === 'mapping' ? nodes.fields : []) {
    if (value.kind !== 'mapping') continue
    check(value, isOwnedByNode(typeOf(value)), name)
    const own = findField(value, 'id')
    if (own !== undefined && isOwnFieldType(typeOf(value))) problems.push(ownedField(own, name))
    for (const target of itemsOf(findField(value, 'next')?.value)) check(target, isOwnedByEdge, name)
  }
  return problems
}

export const isOwnedByScenario = ownedBy(fieldOrder.scenario)
export const isOwnedByDocument = ownedBy(fieldOrder.document)
export const isOwnedByDefinition = ownedBy(fieldOrder.definition)
export const isOwnedByEdge = ownedBy(fieldOrder.edge)

/** Which fields of a node's `extra` have their own place, by the node's type. */
export function isOwnedByNode(type: string): (field: SourceField) => boolean {
  return ({ name, value }) => {
    if (name === 'title') return typeof value.value === 'string'
    return name === 'id' || name === 'type' || (name === 'text' && type === nodeTypes.reply)
  }
}

/** The type of a node that is written as a mapping. */
export function typeOf(node: SourceMapping): string {
  const type = findField(node, 'type')?.value.value
  return typeof type === 'string' ? type : nodeTypes.reply
}

/** Whether a node of this type can have its own fields next to `type`. */
export function isOwnFieldType(type: string): boolean {
  return type !== nodeTypes.reply && type !== nodeTypes.end
}

/** The items of a list, or a single value without a list. */
export function itemsOf(node: SourceNode | undefined): readonly SourceNode[] {
  if (node === undefined) return []
  return node.kind === 'list' ? node.items : [node]
}

function ownedBy(names: readonly string[]): (field: SourceField) => boolean {
  return ({ name }) => names.includes(name)
}

function ownedField({ name, key }: SourceField, node: string | undefined): Problem {
  return {
    rule: 'source/schema',
    message: `"${name}" has its own place in the source, so it is not allowed here`,
    span: key,
    ...(node === undefined ? {} : { node }),
  }
}
