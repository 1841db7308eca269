import { type DocumentPath, edgePath, nodePath } from '@scenewright/model'
import type { ScenarioSubject } from './context.ts'

/**
 * Whom a text is for: the customer reads it, messages are matched against it, or it is for the people who look after
 * the bot, as far as the toolkit knows.
 */
export type Audience = 'customer' | 'matcher' | 'author'

/** A text of a scenario. */
export interface ScenarioText {
  readonly text: string
  readonly path: DocumentPath
  /** The id of the node that it belongs to. */
  readonly node?: string
  readonly audience: Audience
}

/**
 * Every text of a scenario's document, in the order of the document, unknown fields and the layout included; ids, types
 * and what the format demands are none. For `share`.
 */
export function textsOf({ scenario: { document } }: Pick<ScenarioSubject, 'scenario'>): readonly ScenarioText[] {
  const texts: ScenarioText[] = []
  for (const [name, value] of Object.entries(document)) {
    if (name === 'scenario') addScenario(document.scenario, texts)
    else if (!formal.has(name)) addTexts(value, { texts, path: [name], audience: 'author' })
  }
  return texts
}

const formal = new Set(['format', 'schema_version', 'exported_at'])

const audiences: ReadonlyMap<string, Audience> = new Map([
  ['clarification_label', 'customer'],
  ['exit_message', 'customer'],
  ['trigger_description', 'matcher'],
  ['examples', 'matcher'],
  ['exclusions', 'matcher'],
])

const namesOfNode = new Set(['id', 'type'])
const namesOfEdge = new Set(['id', 'target'])
const namesOfCondition = new Set(['type'])
const none: ReadonlySet<string> = new Set()

const definitionPath: DocumentPath = ['scenario', 'definition']

type Definition = ScenarioSubject['definition']

function addScenario(scenario: ScenarioSubject['scenario']['document']['scenario'], texts: ScenarioText[]): void {
  for (const [name, value] of Object.entries(scenario)) {
    if (name === 'definition') addDefinition(scenario.definition, texts)
    else addTexts(value, { texts, path: ['scenario', name], audience: audiences.get(name) ?? 'author' })
  }
}

function addDefinition(definition: Definition, texts: ScenarioText[]): void {
  for (const [name, value] of Object.entries(definition)) {
    if (name === 'nodes') addNodes(definition.nodes, texts)
    else if (name === 'edges') addEdges(definition.edges, texts)
    else if (name !== 'start_node_id') addTexts(value, { texts, path: [...definitionPath, name], audience: 'author' })
  }
}

function addNodes(nodes: Definition['nodes'], texts: ScenarioText[]): void {
  for (const [index, node] of nodes.entries()) {
    for (const [name, value] of Object.entries(node)) {
      if (namesOfNode.has(name)) continue
      const audience = name === 'text' ? 'customer' : 'author'
      addTexts(value, { texts, path: nodePath(index, name), node: node.id, audience })
    }
  }
}

function addEdges(edges: Definition['edges'], texts: ScenarioText[]): void {
  for (const [index, { source, condition, ...edge }] of edges.entries()) {
    const into: Into = { texts, path: edgePath(index), node: source, audience: 'author' }
    addFields(edge, into, namesOfEdge)
    if (condition) addFields(condition, { ...into, path: edgePath(index, 'condition') }, namesOfCondition)
  }
}

interface Into extends Omit<ScenarioText, 'text'> {
  readonly texts: ScenarioText[]
}

function addTexts(value: unknown, into: Into): void {
  if (typeof value === 'string') {
    const { texts, ...where } = into
    texts.push({ text: value, ...where })
  } else if (typeof value === 'object' && value !== null) addFields(value, into)
}

function addFields(fields: object, into: Into, passedOver: ReadonlySet<string> = none): void {
  const isList = Array.isArray(fields)
  for (const [name, value] of Object.entries(fields)) {
    // Most of a layout is numbers, and they need no path.
    if (typeof value !== 'string' && typeof value !== 'object') continue
    if (!passedOver.has(name)) addTexts(value, { ...into, path: [...into.path, isList ? Number(name) : name] })
  }
}
