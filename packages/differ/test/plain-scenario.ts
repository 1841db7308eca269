import type { FlowEdge, FlowNode } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { ComparedScenario } from '../src/index.ts'

type Fields = Record<string, unknown>

/** An edge; `id` is undefined where it follows from the ends, `isPlace` says whether the priority follows from the list. */
export interface PlainEdge {
  id: string | undefined
  source: string
  target: string
  priority: number | undefined
  isPlace: boolean
  condition: string
  rest: Fields
}

/** What a scenario says, with nothing left to defaults and no order that means nothing. */
export interface PlainScenario {
  key: string
  isActive: unknown
  fields: Fields
  examples: string[]
  exclusions: string[]
  start: string
  /** By id; a title that is the id is left out, as `followsId`. */
  nodes: Map<string, Fields>
  /** By their ids, as they are written. */
  edges: Map<string, PlainEdge>
}

export function plainScenario({ key, isActive, document }: ComparedScenario): PlainScenario {
  const { scenario, format: _format, schema_version: _version, ...around } = document
  const { examples = [], exclusions = [], definition, ...own } = scenario
  const { start_node_id: start = '', nodes = [], edges = [] } = definition ?? {}
  const defaults = { min_confidence: 78, priority: 100, allow_repeat_in_dialogue: false }
  const nulls = {
    clarification_label: own.clarification_label ?? null,
    description: own.description ?? null,
    exit_message: own.exit_message ?? null,
  }
  return {
    key,
    isActive,
    fields: { dependencies: {}, ...around, ...prefixed({ ...defaults, ...own, ...nulls }) },
    examples: [...examples],
    exclusions: [...exclusions],
    start,
    nodes: new Map(nodes.map(node => [node.id, plainNode(node)])),
    edges: new Map(edges.map(edge => [edge.id, plainEdge(edge, edges)])),
  }
}

/** The same for the comparison of two. */
export function sorted({ fields, nodes, edges, examples, exclusions, ...rest }: PlainScenario): unknown {
  const label = fields['scenario.clarification_label']
  // Without a label the title is offered.
  const offered = { 'scenario.clarification_label': label ?? fields['scenario.title'] }
  return {
    ...rest,
    fields: { ...fields, ...offered },
    examples: [...examples].sort(),
    exclusions: [...exclusions].sort(),
    nodes: [...nodes].map(([id, node]) => `${id} ${canonicalJson(node)}`).sort(),
    edges: [...edges.values()].map(edge => canonicalJson({ ...edge, priority: undefined, isPlace: undefined })).sort(),
  }
}

/** The priorities that edges have; of those that follow from the list, none. */
export function priorities(scenario: PlainScenario): ReadonlyMap<string, PlainEdge> {
  return new Map([...scenario.edges.values()].map(edge => [`${edge.source} ${edge.target}`, edge]))
}

export function plainNode({ id, title, ...rest }: FlowNode): Fields {
  return { ...rest, ...(title === id ? { followsId: true } : title !== undefined && { title }) }
}

export function plainEdge(edge: FlowEdge, edges: readonly FlowEdge[]): PlainEdge {
  const { id, source, target, priority, condition = { type: 'ALWAYS' }, ...rest } = edge
  const place = edges.filter(each => each.source === source).indexOf(edge) + 1
  return {
    id: id === `${source}--${target}` ? undefined : id,
    source,
    target,
    priority,
    isPlace: priority === place,
    condition: canonicalJson(condition),
    rest,
  }
}

function prefixed(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`scenario.${name}`, value]))
}
