import { type DocumentPath, edgePath, nodePath } from '@scenewright/model/compilation'
import type { ScenarioSubject } from './context.ts'

/**
 * The reader of a text: the customer reads it, messages are matched with it, or it is for the team, as far as the
 * toolkit knows.
 */
type Audience = 'customer' | 'matcher' | 'author'

/** A text of a scenario. */
export interface ScenarioText {
  readonly text: string
  readonly path: DocumentPath
  /** The id of its node. */
  readonly node: string | undefined
  readonly audience: Audience
}

/**
 * All texts of a scenario's document, in the order of the document, including unknown fields and the layout, but
 * without ids, types and format fields. For `share`.
 */
export function scenarioTexts({ scenario: { document } }: Pick<ScenarioSubject, 'scenario'>): readonly ScenarioText[] {
  const texts: ScenarioText[] = []
  for (const [name, value] of Object.entries(document)) {
    if (name === 'scenario') addScenario(document.scenario, texts)
    else if (!formal.has(name)) addTexts(value, [name], { texts, node: undefined, audience: 'author' })
  }
  return texts
}

/**
 * All texts, one per line. A pattern that does not match here matches none of them: for nearly every scenario one
 * search suffices, without a list of its texts. For `share`.
 */
export function allTexts({ scenario: { document } }: Pick<ScenarioSubject, 'scenario'>): string {
  const { scenario, ...others } = document
  const { definition, ...fields } = scenario
  const { nodes, edges, start_node_id: _start, ...rest } = definition
  const texts: string[] = []
  for (const [name, value] of Object.entries(others)) if (!formal.has(name)) gather(value, texts)
  gather(fields, texts)
  gather(rest, texts)
  for (const { id: _id, type: _type, ...node } of nodes) gather(node, texts)
  for (const { id: _id, source: _source, target: _target, condition, ...edge } of edges) {
    const { type: _type, ...ofCondition } = condition ?? {}
    gather(edge, texts)
    gather(ofCondition, texts)
  }
  return texts.join('\n')
}

function gather(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) gather(inner, texts)
}

const formal = new Set(['format', 'schema_version', 'exported_at'])

const audiences: ReadonlyMap<string, Audience> = new Map([
  ['clarification_label', 'customer'],
  ['exit_message', 'customer'],
  ['trigger_description', 'matcher'],
  ['examples', 'matcher'],
  ['exclusions', 'matcher'],
])

const namesOfEdge: readonly string[] = ['id', 'source', 'target', 'condition']

/** The common properties of the texts in one part of a document, and the list to which they are added. */
interface Part {
  readonly texts: ScenarioText[]
  readonly node: string | undefined
  readonly audience: Audience
}

type Definition = ScenarioSubject['definition']

function addScenario(scenario: ScenarioSubject['scenario']['document']['scenario'], texts: ScenarioText[]): void {
  for (const [name, value] of Object.entries(scenario)) {
    if (name === 'definition') addDefinition(scenario.definition, texts)
    else addTexts(value, ['scenario', name], { texts, node: undefined, audience: audiences.get(name) ?? 'author' })
  }
}

function addDefinition(definition: Definition, texts: ScenarioText[]): void {
  const part: Part = { texts, node: undefined, audience: 'author' }
  for (const [name, value] of Object.entries(definition)) {
    if (name === 'nodes') addNodes(definition.nodes, texts)
    else if (name === 'edges') addEdges(definition.edges, texts)
    else if (name !== 'start_node_id') addTexts(value, ['scenario', 'definition', name], part)
  }
}

function addNodes(nodes: Definition['nodes'], texts: ScenarioText[]): void {
  for (const [index, node] of nodes.entries()) {
    for (const name of Object.keys(node)) {
      if (name === 'id' || name === 'type') continue
      addTexts(node[name], nodePath(index, name), {
        texts,
        node: node.id,
        audience: name === 'text' ? 'customer' : 'author',
      })
    }
  }
}

function addEdges(edges: Definition['edges'], texts: ScenarioText[]): void {
  for (const [index, edge] of edges.entries()) {
    const { source, condition } = edge
    const part: Part = { texts, node: source, audience: 'author' }
    for (const name of Object.keys(edge)) {
      if (!namesOfEdge.includes(name)) addTexts(edge[name], edgePath(index, name), part)
    }
    for (const name of Object.keys(condition ?? {})) {
      if (name !== 'type') addTexts(condition?.[name], [...edgePath(index, 'condition'), name], part)
    }
  }
}

function addTexts(value: unknown, path: DocumentPath, part: Part): void {
  if (typeof value === 'string') {
    part.texts.push({ text: value, path, node: part.node, audience: part.audience })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) addTexts(item, [...path, index], part)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      // Most of a layout consists of numbers, which need no path.
      if (typeof item === 'string' || typeof item === 'object') addTexts(item, [...path, name], part)
    }
  }
}
