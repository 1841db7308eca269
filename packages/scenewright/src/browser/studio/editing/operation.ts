import { type FlowEdge, nodeTypes } from '@scenewright/model'
import { type Change, edgePath, nodePath, scenarioPath } from '@scenewright/model/compilation'
import type { ScenarioAnswer } from '../../../commands/studio/protocol.ts'
import { wayText } from '../../../render/graph/picture-flow.ts'

/** The fields of a scenario that the inspector edits; an empty text removes an optional one. */
export type FieldName =
  | 'title'
  | 'trigger_description'
  | 'clarification_label'
  | 'description'
  | 'exit_message'
  | 'min_confidence'
  | 'priority'

export type ListName = 'examples' | 'exclusions'

/**
 * An unsaved change of a scenario. It names nodes and texts rather than their positions, so that it can be made again
 * after the file was changed by somebody else; `base` is what it was made from.
 */
export type Operation =
  | { readonly kind: 'field'; readonly field: FieldName; readonly base: Scalar; readonly value: Scalar }
  | { readonly kind: 'active'; readonly base: boolean; readonly value: boolean }
  | { readonly kind: 'add-text'; readonly list: ListName; readonly text: string }
  | { readonly kind: 'remove-text'; readonly list: ListName; readonly text: string; readonly nth: number }
  | {
      readonly kind: 'node-field'
      readonly node: string
      readonly field: 'text' | 'title'
      readonly base: Scalar
      readonly value: string
    }
  | { readonly kind: 'rename-node'; readonly node: string; readonly to: string }
  | { readonly kind: 'remove-node'; readonly node: string }
  | {
      readonly kind: 'add-node'
      readonly node: string
      readonly text: string
      readonly between?: Connection
      readonly after?: string
    }
  | { readonly kind: 'connect'; readonly source: string; readonly target: string }
  | ({ readonly kind: 'disconnect' } & Connection)

/** What names a connection: its ends, its condition in words, and how many equal ones are before it. */
export interface Connection {
  readonly source: string
  readonly target: string
  readonly way: string
  readonly nth: number
}

/** The names of the connections, in their order. */
export function nameConnections(edges: readonly FlowEdge[]): readonly Connection[] {
  const counts = new Map<string, number>()
  return edges.map(edge => {
    const { source, target } = edge
    const ends = { source, target, way: wayText(edge, false) }
    const name = JSON.stringify(ends)
    const nth = counts.get(name) ?? 0
    counts.set(name, nth + 1)
    return { ...ends, nth }
  })
}

/** Whether two names are of one connection. */
export function isSameConnection(one: Connection, other: Connection): boolean {
  return one.source === other.source && one.target === other.target && one.way === other.way && one.nth === other.nth
}

/** The condition of a connection as it follows its ends. */
export function wayBehind({ way }: Connection): string {
  return way === '' ? '' : ` (${way})`
}

type Scalar = string | number | undefined

/** Two operations with one subject: the later one replaces the earlier one. */
export function subjectOf(operation: Operation): string {
  switch (operation.kind) {
    case 'field':
      return `field ${operation.field}`
    case 'active':
      return 'active'
    case 'node-field':
      return `node ${operation.field} ${operation.node}`
    case 'rename-node':
      return `rename ${operation.node}`
    default:
      return JSON.stringify(operation)
  }
}

/** An operation in words. */
export function describeOperation(operation: Operation): string {
  switch (operation.kind) {
    case 'field':
      return operation.value === ''
        ? `remove ${fieldLabels[operation.field]}`
        : `set ${fieldLabels[operation.field]} to "${operation.value}"`
    case 'active':
      return operation.value ? 'activate the scenario' : 'deactivate the scenario'
    case 'add-text':
      return `add the ${listWords[operation.list]} "${operation.text}"`
    case 'remove-text':
      return `remove the ${listWords[operation.list]} "${operation.text}"`
    case 'node-field':
      return `set the ${operation.field === 'text' ? 'reply' : 'title'} of "${operation.node}" to "${operation.value}"`
    case 'rename-node':
      return `rename the node "${operation.node}" to "${operation.to}"`
    case 'remove-node':
      return `remove the node "${operation.node}"`
    case 'add-node':
      return `add the node "${operation.node}"${operation.between ? ` between "${operation.between.source}" and "${operation.between.target}"${wayBehind(operation.between)}` : ''}`
    case 'connect':
      return `connect "${operation.source}" to "${operation.target}"`
    case 'disconnect':
      return `remove the connection from "${operation.source}" to "${operation.target}"${wayBehind(operation)}`
  }
}

/** The fields in words. */
export const fieldLabels: { readonly [field in FieldName]: string } = {
  title: 'title',
  trigger_description: 'trigger description',
  clarification_label: 'clarification label',
  description: 'description',
  exit_message: 'exit message',
  min_confidence: 'confidence',
  priority: 'priority',
}

const listWords = { examples: 'example', exclusions: 'exclusion' } as const

/** What an operation replaces, as the file has it now; undefined if its subject does not exist any more. */
export function presentValue(operation: Operation, scenario: ScenarioAnswer): Scalar | boolean {
  const { fields, definition } = scenario
  const isNode = (name: string) => definition.nodes.some(({ id }) => id === name)
  switch (operation.kind) {
    case 'field':
      return fields[operation.field] ?? ''
    case 'active':
      return scenario.isActive
    case 'add-text':
      return fields[operation.list]?.includes(operation.text) ? 'It exists already.' : ''
    case 'remove-text':
      return textIndex(operation, scenario) < 0 ? undefined : operation.text
    case 'node-field': {
      const node = definition.nodes.find(({ id }) => id === operation.node)
      return node && String(node[operation.field] ?? '')
    }
    case 'rename-node':
    case 'remove-node':
      return definition.nodes.find(({ id }) => id === operation.node)?.id
    case 'add-node':
      if (operation.after !== undefined && !isNode(operation.after)) return undefined
      return operation.between && edgeIndex(operation.between, scenario) < 0 ? undefined : ''
    case 'connect':
      return isNode(operation.source) && isNode(operation.target) ? '' : undefined
    case 'disconnect':
      return edgeIndex(operation, scenario) < 0 ? undefined : ''
  }
}

/** The changes of a source that make the operations, each of which has its subject. */
export function toChanges(operations: readonly Operation[], scenario: ScenarioAnswer): readonly Change[] {
  const added = operations.flatMap(operation => (operation.kind === 'add-text' ? [operation] : []))
  const insertions = (['examples', 'exclusions'] as const).flatMap((list): readonly Change[] => {
    const texts = added.filter(operation => operation.list === list).map(({ text }) => text)
    return texts.length === 0 ? [] : [{ kind: 'insert', path: scenarioPath(list), texts }]
  })
  return [...operations.flatMap(operation => changesOf(operation, scenario)), ...insertions]
}

function changesOf(operation: Operation, scenario: ScenarioAnswer): readonly Change[] {
  const { nodes } = scenario.definition
  const nodeIndex = (name: string) => nodes.findIndex(({ id }) => id === name)
  switch (operation.kind) {
    case 'field': {
      const path = scenarioPath(operation.field)
      if (operation.value === '' || operation.value === undefined) return [{ kind: 'remove', path }]
      return [{ kind: 'set', path, value: operation.value }]
    }
    case 'active':
      return [{ kind: 'set', path: ['is_active'], value: operation.value }]
    case 'add-text':
      return []
    case 'remove-text':
      return [{ kind: 'remove', path: scenarioPath(operation.list, textIndex(operation, scenario)) }]
    case 'node-field':
      return [{ kind: 'set', path: nodePath(nodeIndex(operation.node), operation.field), value: operation.value }]
    case 'rename-node':
      return [{ kind: 'renameKey', path: nodePath(nodeIndex(operation.node)), to: operation.to }]
    case 'remove-node':
      return [{ kind: 'remove', path: nodePath(nodeIndex(operation.node)) }]
    case 'add-node': {
      const { node: id, text, between, after } = operation
      const before = nodeIndex(between?.source ?? after ?? '') + 1
      const index = before === 0 ? nodes.length : before
      const next = between && { next: between.target }
      const node: Change = {
        kind: 'insert',
        path: nodePath(index),
        value: { id, type: nodeTypes.reply, text, ...next },
      }
      if (between !== undefined) {
        return [node, { kind: 'set', path: edgePath(edgeIndex(between, scenario), 'target'), value: id }]
      }
      if (after === undefined) return [node]
      return [node, { kind: 'insert', path: ['scenario', 'definition', 'edges'], value: { source: after, target: id } }]
    }
    case 'connect': {
      const { source, target } = operation
      return [{ kind: 'insert', path: ['scenario', 'definition', 'edges'], value: { source, target } }]
    }
    case 'disconnect':
      return [{ kind: 'remove', path: edgePath(edgeIndex(operation, scenario)) }]
  }
}

function edgeIndex(wanted: Connection, { definition }: ScenarioAnswer): number {
  return nameConnections(definition.edges).findIndex(each => isSameConnection(each, wanted))
}

/** The index of a text of a list that `nth` equal ones are before. */
function textIndex(
  { list, text, nth }: Extract<Operation, { readonly kind: 'remove-text' }>,
  { fields }: ScenarioAnswer,
): number {
  const equal = (fields[list] ?? []).flatMap((each, index) => (each === text ? [index] : []))
  return equal[nth] ?? -1
}
