import { isObject, nodeTypes } from '@scenewright/model'
import type { Change, DocumentPath, JsonValue } from '@scenewright/model/compilation'
import type { SourceNode } from '../parse/source-tree.ts'
import { precedingField } from './field-order.ts'
import { isEdgeField, planEdge, planEdgeMove, planEdgeRemoval } from './plan-edge.ts'
import { planNode, planNodeMove, planNodeName, planNodeRemoval } from './plan-node.ts'
import type { Plan, Step, WriteStyle } from './steps.ts'
import {
  edgePaths,
  findAncestry,
  isEdgeList,
  isPlace,
  nodeAt,
  nodeFields,
  type TreePath,
  treePath,
} from './tree-path.ts'

/**
 * Plans changes of the scenario with this root. Their paths and the ids in their values are those of the document before
 * all of them: a connection leads to the new id of a node that another change renames, and to none that is removed.
 */
export function planChanges(root: SourceNode, changes: readonly Change[]): Plan {
  const ids = changedIds(root, changes)
  const steps: Step[] = []
  for (const change of changes) {
    const settled = ids.size === 0 ? change : withIds(root, change, ids)
    const plan = settled === undefined ? 'conflict' : planChange(root, settled)
    if (typeof plan === 'string') return plan
    steps.push(...plan)
  }
  return steps
}

/** The ids that nodes have after changes; undefined for a node that is removed. */
type ChangedIds = ReadonlyMap<unknown, string | undefined>

function changedIds(root: SourceNode, changes: readonly Change[]): ChangedIds {
  const nodes = nodeFields(root)
  return new Map(
    changes.flatMap((change): readonly (readonly [unknown, string | undefined])[] => {
      const part = partOf(change.path)
      const id = part?.list === 'nodes' ? nodes[part.index ?? -1]?.name : undefined
      if (id === undefined) return []
      if (change.kind === 'renameKey') return [[id, change.to]]
      return change.kind === 'remove' ? [[id, undefined]] : []
    }),
  )
}

/** The change with the new ids in its value; undefined if that needs a node that is removed. */
function withIds(root: SourceNode, change: Change, ids: ChangedIds): Change | undefined {
  const isRemoved = (id: unknown) => ids.has(id) && ids.get(id) === undefined
  const renamed = (id: JsonValue): JsonValue => ids.get(id) ?? id
  if (change.kind === 'set') {
    const isReference = change.path.at(-1) === 'target' || change.path.at(-1) === 'start_node_id'
    if (!isReference || !ids.has(change.value)) return change
    const id = ids.get(change.value)
    return id === undefined ? undefined : { ...change, value: id }
  }
  if (change.kind !== 'insert' || 'texts' in change || !isMapping(change.value)) return change
  const { value } = change
  const list = partOf(change.path)?.list
  if (list === 'edges') {
    const { source = null, target = null } = value
    if (isRemoved(source) || isRemoved(target)) return undefined
    // An edge that is not in a list is added to its source, which has its present id in the text.
    return {
      ...change,
      value: { ...value, source: isEdgeList(root) ? renamed(source) : source, target: renamed(target) },
    }
  }
  const { next } = value
  if (list !== 'nodes' || next === undefined) return change
  const targets = Array.isArray(next) ? next : [next]
  if (targets.some(each => isRemoved(isMapping(each) ? each.to : each))) return undefined
  const withId = (each: JsonValue) => (isMapping(each) ? { ...each, to: renamed(each.to ?? null) } : renamed(each))
  return { ...change, value: { ...value, next: Array.isArray(next) ? next.map(withId) : withId(next) } }
}

function isMapping(value: JsonValue): value is { readonly [field: string]: JsonValue } {
  return isObject(value)
}

/** Plans one change. */
function planChange(root: SourceNode, change: Change): Plan {
  const part = partOf(change.path)
  switch (change.kind) {
    case 'replace':
      return planText(root, change.path, { kind: 'quotes' }, () => change.text)
    case 'strip':
      return planText(root, change.path, change, text => text.replace(change.characters, ''))
    case 'uncomment':
      return planText(root, change.path, change, text => text + change.comment)
    case 'set':
      return planValue(root, change.path, change.value)
    case 'insert':
      if ('texts' in change) return planTexts(root, change.path, change.texts)
      if (part?.list === 'nodes') return planNode(root, part.index, change.value)
      if (part?.list === 'edges') return planEdge(root, part.index, change.value)
      return planInsertion(root, change.path, change.value)
    case 'remove':
      if (part?.list === 'nodes') return planNodeRemoval(root, part.index)
      if (part?.list === 'edges') return planEdgeRemoval(root, part.index)
      return planRemoval(root, change.path)
    case 'renameKey':
      if (part?.list === 'nodes') return planNodeName(root, part.index, change.to)
      return change.path.length === 1 && change.path[0] === 'key' ? planKey(root, change.to) : 'form'
    case 'move':
      if (part?.list === 'nodes') return planNodeMove(root, part.index, change.to)
      if (part?.list === 'edges') return planEdgeMove(root, part.index, change.to)
      return planItemMove(root, change.path, change.to)
  }
}

interface FlowPart {
  readonly list: 'nodes' | 'edges'
  /** Undefined for the list itself. */
  readonly index: number | undefined
}

/** The whole node or edge that a path leads to. */
function partOf([scenario, definition, list, index, ...rest]: DocumentPath): FlowPart | undefined {
  const isPart = scenario === 'scenario' && definition === 'definition' && (list === 'nodes' || list === 'edges')
  return isPart && rest.length === 0 ? { list, index: index === undefined ? undefined : Number(index) } : undefined
}

function planText(root: SourceNode, path: DocumentPath, style: WriteStyle, change: (text: string) => string): Plan {
  const at = treePath(root, path)
  const text = at && nodeAt(root, at)?.value
  if (at === undefined || text === undefined) return 'absent'
  if (typeof text !== 'string') return 'form'
  const value = change(text)
  return value === text ? 'unchanged' : [{ kind: 'write', path: at, value, style }]
}

function planValue(root: SourceNode, path: DocumentPath, value: JsonValue): Plan {
  const at = typePath(root, path) ?? treePath(root, path)
  const node = at && nodeAt(root, at)
  if (at === undefined || node === undefined) return planAddition(root, path, { at, value })
  if (node.kind !== 'scalar') return 'form'
  return node.value === value ? 'unchanged' : [{ kind: 'write', path: at, value }]
}

/** The path of the type of a node that is written with its fields. */
function typePath(root: SourceNode, [, , list, index, field, ...rest]: DocumentPath): TreePath | undefined {
  const node = list === 'nodes' && field === 'type' && rest.length === 0 ? nodeFields(root)[Number(index)] : undefined
  return node?.value.kind === 'mapping' ? ['flow', 'nodes', node.slot, 'type'] : undefined
}

function planInsertion(root: SourceNode, path: DocumentPath, value: JsonValue): Plan {
  const at = typePath(root, path) ?? treePath(root, path)
  const index = at?.at(-1)
  const list = at && nodeAt(root, at.slice(0, -1))
  if (at !== undefined && list?.kind === 'list') {
    return isPlace(index, list.items.length)
      ? [{ kind: 'items', path: at.slice(0, -1), index, values: [value] }]
      : 'absent'
  }
  return at !== undefined && nodeAt(root, at) !== undefined ? 'present' : planAddition(root, path, { at, value })
}

/** Adds a field, and the mappings around it that are absent. */
function planAddition(
  root: SourceNode,
  path: DocumentPath,
  { at, value }: { readonly at: TreePath | undefined; readonly value: JsonValue },
): Plan {
  if (at === undefined) return planShortForm(root, path, value)
  let depth = at.length - 1
  while (depth > 0 && nodeAt(root, at.slice(0, depth)) === undefined) depth -= 1
  const holder = nodeAt(root, at.slice(0, depth))
  const [name, ...inner] = at.slice(depth)
  if (holder?.kind !== 'mapping' || typeof name !== 'string' || inner.some(step => typeof step !== 'string')) {
    return 'absent'
  }
  const nested = inner.reduceRight<JsonValue>((content, step) => ({ [step]: content }), value)
  const place = at.slice(0, depth)
  return [{ kind: 'field', path: place, name, value: nested, after: precedingField(holder, place, name) }]
}

/** Adds a field to a node that is only written as `END`, or to an edge that is only written as its target. */
function planShortForm(root: SourceNode, path: DocumentPath, value: JsonValue): Plan {
  const [, , list, index, name, ...inner] = path
  if (list === 'nodes' && name === 'id') return 'form'
  const at =
    list === 'nodes' ? ['flow', 'nodes', nodeFields(root)[Number(index)]?.slot ?? ''] : edgePaths(root)[Number(index)]
  const part = list === 'nodes' || list === 'edges' ? at && nodeAt(root, at) : undefined
  const isField = typeof name === 'string' && name !== 'source' && inner.every(step => typeof step === 'string')
  if (at === undefined || part?.kind !== 'scalar' || !isField) return 'absent'
  const content = { [name]: inner.reduceRight<JsonValue>((nested, step) => ({ [step]: nested }), value) }
  if (list === 'edges') {
    const fields = isEdgeField(name) ? content : { extra: content }
    return [{ kind: 'write', path: at, value: { to: part.value, ...fields } }]
  }
  const fields = name === 'title' ? content : { extra: content }
  return [{ kind: 'write', path: at, value: name === 'type' ? content : { type: nodeTypes.end, ...fields } }]
}

function planTexts(root: SourceNode, path: DocumentPath, texts: readonly string[]): Plan {
  const at = treePath(root, path)
  if (texts.length === 0) return 'unchanged'
  const list = at && nodeAt(root, at)
  if (at === undefined || list === undefined) return planAddition(root, path, { at, value: texts })
  return list.kind === 'list' ? [{ kind: 'items', path: at, index: list.items.length, values: texts }] : 'form'
}

function planRemoval(root: SourceNode, path: DocumentPath): Plan {
  const at = treePath(root, path)
  return at === undefined || at.length === 0 || nodeAt(root, at) === undefined
    ? 'absent'
    : [{ kind: 'remove', path: at }]
}

function planItemMove(root: SourceNode, path: DocumentPath, to: number): Plan {
  const at = treePath(root, path)
  const list = at && findAncestry(root, at)?.at(-2)
  if (at === undefined || list?.kind !== 'list' || list.items[to] === undefined) return 'absent'
  return at.at(-1) === to ? 'unchanged' : [{ kind: 'move', path: at, to }]
}

function planKey(root: SourceNode, to: string): Plan {
  const key = nodeAt(root, ['key'])
  if (key?.kind !== 'scalar') return 'absent'
  return key.value === to ? 'unchanged' : [{ kind: 'write', path: ['key'], value: to }]
}
