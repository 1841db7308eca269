import { alwaysCondition, type Definition, type FlowEdge, type FlowNode, nodeTypes } from '@scenewright/model'
import type { CoveredPart, ScenarioCoverage } from '@scenewright/simulator/coverage'
import type { CoverageMark, NodeLook, Picture, PictureNode } from './picture.ts'

/** A scenario to draw. */
export interface DrawnScenario {
  readonly key: string
  readonly title: string
  readonly flow: Definition
  /** The coverage by tests; absent if not requested. */
  readonly coverage?: Pick<ScenarioCoverage, 'nodes' | 'edges'>
}

/**
 * The flow of a scenario, even if it is invalid: a node that an edge refers to and that does not exist is drawn as
 * missing.
 */
export function pictureFlow({ key, title, flow, coverage }: DrawnScenario): Picture {
  const nodes = new Map<string, PictureNode>()
  const markOf = marks(coverage?.nodes)
  for (const node of flow.nodes) {
    if (!nodes.has(node.id)) nodes.set(node.id, { ...drawn(node, flow.start_node_id), ...markOf(node.id) })
  }
  for (const id of flow.edges.flatMap(({ source, target }) => [source, target])) {
    if (!nodes.has(id)) nodes.set(id, { id, name: id, text: 'there is no such node', look: 'missing', isStart: false })
  }
  const ways = new Map<string, number>()
  for (const { source } of flow.edges) ways.set(source, (ways.get(source) ?? 0) + 1)
  const linkMarkOf = marks(coverage?.edges)
  return {
    title: `${key}: ${title}`,
    description: `The flow of the scenario ${key}, from "${flow.start_node_id}" on.`,
    nodes: [...nodes.values()],
    links: flow.edges.map(edge => {
      const { id, source, target } = edge
      return { source, target, label: wayText(edge, (ways.get(source) ?? 0) > 1), weight: 1, ...linkMarkOf(id) }
    }),
    isDirected: true,
    showsCoverage: coverage !== undefined,
  }
}

function drawn(node: FlowNode, start: string): PictureNode {
  const { id, type, title, text } = node
  const name = title === undefined || title === '' ? id : title
  const isText = type === nodeTypes.reply && typeof text === 'string'
  return { id, name, text: isText ? text : type, look: lookOf(node), isStart: id === start }
}

/** The appearance of a node. */
function lookOf({ type, text }: FlowNode): NodeLook {
  if (type === nodeTypes.end) return 'end'
  return type === nodeTypes.reply && typeof text === 'string' ? 'reply' : 'other'
}

/**
 * The label of an edge: its condition, and its priority if the node has several edges. Empty for the only edge of a
 * node if it is always taken.
 */
export function wayText({ priority, condition }: FlowEdge, isOneOfSeveral: boolean): string {
  const { type = alwaysCondition, ...fields } = condition ?? {}
  const isAlways = type === alwaysCondition
  const more = Object.values(fields).map(value => ` ${fieldText(value)}`)
  const text = isAlways ? 'always' : `${type}${more.join('')}`
  if (isOneOfSeveral) return priority === undefined ? text : `${priority}: ${text}`
  return isAlways ? '' : text
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return value
  const isList = Array.isArray(value) && value.every(item => typeof item === 'string')
  return isList ? value.join(', ') : JSON.stringify(value)
}

function marks(parts: readonly CoveredPart[] | undefined): (id: string) => { readonly mark?: CoverageMark } {
  const byId = new Map((parts ?? []).map(part => [part.id, markOf(part)]))
  return id => {
    const mark = byId.get(id)
    return mark === undefined ? {} : { mark }
  }
}

function markOf({ isSimulable, hits }: CoveredPart): CoverageMark {
  if (!isSimulable) return 'beyond'
  return hits > 0 ? 'covered' : 'uncovered'
}
