import type { Definition, FlowEdge, FlowNode, Place } from '@scenewright/model'
import type { Compilation, CompiledScenario, CompiledSource, DocumentPath } from '@scenewright/model/compilation'
import type { ProjectConfig } from '@scenewright/model/config'
import { check } from '../src/index.ts'

/** A node as a test writes it: an id that begins with `end`, `ask` or `hint` has that type, any other is a reply. */
export function node(id: string, type = /^(?:end|ask|hint)/.exec(id)?.[0].toUpperCase() ?? 'FIXED_REPLY'): FlowNode {
  return type === 'FIXED_REPLY' ? { id, type, title: id, text: 'Hello' } : { id, type, title: id }
}

/** An edge as a test writes it: `a>b`. Its condition is declared and no other edge's, so that none stands in its way. */
export function edge(text: string, fields: Partial<FlowEdge> = {}): FlowEdge {
  const [source = '', target = ''] = text.split('>')
  return { id: text, source, target, condition: { type: 'KEYWORD', words: [text] }, ...fields }
}

/** What the nodes and edges of these tests need declared: `ASK` waits for the customer, `HINT` does not. Triggers are bare. */
export const declared: ProjectConfig = {
  rules: { 'trigger/*': 'off' },
  extensions: { nodes: { ASK: { waits: true }, HINT: {} }, conditions: { KEYWORD: {} } },
}

/** A flow of `a b end` and `a>b b>end`; it starts at the first node. */
export function flow(nodes: string, edges = '', start?: string): Definition {
  const ids = nodes.split(' ').filter(id => id !== '')
  return {
    start_node_id: start ?? ids[0] ?? '',
    nodes: ids.map(id => node(id)),
    edges: edges
      .split(' ')
      .filter(text => text !== '')
      .map((text, index) => edge(text, { id: `${text} ${index}` })),
  }
}

/** The column of a path in the made-up source of `compilationOf`. */
export function placeOf(path: DocumentPath, file = 'a.scenario.yaml'): Place {
  const [kind, index] = path.slice(2)
  const line = typeof index === 'number' ? index + 1 : 1
  const column = kind === 'nodes' ? 1 : kind === 'edges' ? 2 : 3
  return { file, range: { start: { line, column }, end: { line, column: column + 1 } } }
}

/** A scenario with that definition and no source. */
export function scenarioOf(definition: Definition, key = 'a'): CompiledScenario {
  const file = `${key}.scenario.yaml`
  return {
    key,
    file,
    isActive: true,
    document: {
      format: 'service.bot-scenario',
      schema_version: 2,
      scenario: { title: key, trigger_description: key, definition },
    },
    map: {
      place: path => placeOf(path, file),
      wholeNode: index => placeOf(['scenario', 'definition', 'nodes', index], file),
      origin: () => undefined,
      sourceField: () => placeOf([], file),
      edit: () => ({ refused: 'form' }),
    },
  }
}

export function compilationOf(...scenarios: readonly CompiledScenario[]): Compilation {
  return {
    sources: scenarios.map(scenario => sourceOf([scenario], {})),
    findings: [],
  }
}

/** A source that holds these scenarios. */
export function sourceOf(scenarios: readonly CompiledScenario[], fields: Partial<CompiledSource>): CompiledSource {
  const [{ file, key } = { file: 'a.scenario.yaml', key: 'a' }] = scenarios
  const nothing = { suppressions: [], findings: [], dependencies: [] }
  return { file, key, scenarios, isBound: scenarios.length > 0, ...nothing, ...fields }
}

/** What is found in a flow: `rule node` a line, or the rule alone. */
export function foundIn(definition: Definition, config: ProjectConfig = declared): string[] {
  const { findings } = check(compilationOf(scenarioOf(definition)), config)
  return findings.map(({ rule, node: id }) => (id === undefined ? rule : `${rule} ${id}`)).sort()
}
