import { alwaysCondition } from '@scenewright/model'
import { put } from '../parse/put.ts'
import { fieldOf, type SourceField, type SourceMapping, type SourceNode, type Span } from '../parse/source-tree.ts'
import { isOwnFieldType, itemsOf, typeOf } from './extra.ts'

/** What the config declares types of. */
type ExtensionKind = 'nodes' | 'conditions'

/** A node or a condition of a type that is not the API's own. */
export interface ExtensionUse {
  readonly kind: ExtensionKind
  readonly type: string
  /** Its own fields. */
  readonly own: SourceMapping
  /** How a message calls it. */
  readonly subject: string
  /** The place of what should hold a field that is missing. */
  readonly holder: Span
  /** The id of the node that it is, or whose `next` it stands in. */
  readonly node?: string
}

/** The fields of a node that have a meaning of their own in the source: own fields of that name stand under `extra`. */
const reserved = new Set(['title', 'next', 'extra'])

/** Where a scenario uses node and condition types that are not the API's own, in the order of the source. */
export function extensionUses(root: SourceNode): readonly ExtensionUse[] {
  const flow = mappingIn(root, 'flow')
  const nodes = flow === undefined ? undefined : mappingIn(flow, 'nodes')
  const edges = itemsOf(flow === undefined ? undefined : fieldOf(flow, 'edges')?.value)
  return [...(nodes?.fields ?? []).flatMap(nodeUses), ...edges.flatMap(edge => conditionUses(edge))]
}

function nodeUses({ name, key, value }: SourceField): readonly ExtensionUse[] {
  if (value.kind !== 'mapping') return []
  const type = typeOf(value)
  const conditions = itemsOf(fieldOf(value, 'next')?.value).flatMap(target => conditionUses(target, name))
  if (!isOwnFieldType(type)) return conditions
  const extra = mappingIn(value, 'extra')?.fields ?? []
  const own = [
    ...value.fields.filter(field => !reserved.has(field.name) && field.name !== 'type' && field.name !== 'id'),
    ...extra.filter(field => reserved.has(field.name)),
  ]
  const use = { type, own: withFields(value, own), subject: `node "${name}"`, holder: key, node: name }
  return [{ kind: 'nodes', ...use }, ...conditions]
}

function conditionUses(edge: SourceNode, node?: string): readonly ExtensionUse[] {
  const condition = mappingIn(edge, 'condition')
  const type = condition === undefined ? undefined : fieldOf(condition, 'type')?.value.value
  if (condition === undefined || typeof type !== 'string' || type === alwaysCondition) return []
  const own = withFields(
    condition,
    condition.fields.filter(({ name }) => name !== 'type'),
  )
  const use = { type, own, subject: `the condition "${type}"`, holder: condition }
  return [{ kind: 'conditions', ...use, ...(node === undefined ? {} : { node }) }]
}

/** The same mapping with these fields alone. */
function withFields(mapping: SourceMapping, fields: readonly SourceField[]): SourceMapping {
  const value: Record<string, unknown> = {}
  for (const { slot, value: part } of fields) put(value, slot, part.value)
  return { ...mapping, value, fields }
}

function mappingIn(node: SourceNode, name: string): SourceMapping | undefined {
  const value = node.kind === 'mapping' ? fieldOf(node, name)?.value : undefined
  return value?.kind === 'mapping' ? value : undefined
}
