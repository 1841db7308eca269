import type { FlowEdge, FlowNode } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { Change, ChangeKind, ComparedScenario } from '../src/index.ts'
import { type PlainEdge, type PlainScenario, plainEdge, plainNode, plainScenario } from './plain-scenario.ts'

/** What comes of a scenario when the changes are made, and nothing else. */
export function applyChanges(base: ComparedScenario, changes: readonly Change[]): PlainScenario {
  const scenario = plainScenario(base)
  rename(scenario, changes)
  for (const change of changes) makers[change.kind]?.(scenario, change)
  return { ...scenario, edges: new Map([...scenario.edges.values()].map((edge, index) => [String(index), edge])) }
}

type Maker = (scenario: PlainScenario, change: Change) => void

/** The names of nodes come first: all other changes use those of the head. */
function rename(scenario: PlainScenario, changes: readonly Change[]): void {
  const names = new Map(
    changes.flatMap(({ kind, before, after }) =>
      kind === 'node-renamed' ? [[before as string, after as string]] : [],
    ),
  )
  const now = (id: string) => names.get(id) ?? id
  scenario.nodes = new Map([...scenario.nodes].map(([id, node]) => [now(id), node]))
  scenario.start = now(scenario.start)
  for (const edge of scenario.edges.values()) {
    edge.source = now(edge.source)
    edge.target = now(edge.target)
  }
}

const field =
  (name: string): Maker =>
  (scenario, { after }) =>
    set(scenario.fields, name, after)

const add =
  (list: 'examples' | 'exclusions'): Maker =>
  (scenario, { after }) =>
    scenario[list].push(String(after))

const remove =
  (list: 'examples' | 'exclusions'): Maker =>
  (scenario, { before }) =>
    scenario[list].splice(scenario[list].indexOf(String(before)), 1)

const edgeField =
  (change: (edge: PlainEdge, made: Change) => void): Maker =>
  (scenario, made) => {
    const edge = scenario.edges.get(made.was ?? made.edge ?? '')
    if (edge !== undefined) change(edge, made)
  }

const nodeField =
  (nameOf: (change: Change) => string): Maker =>
  (scenario, change) =>
    set(scenario.nodes.get(change.node ?? '') ?? {}, nameOf(change), change.after)

const addEdge: Maker = (scenario, { after }) => {
  const edge = after as FlowEdge
  scenario.edges.set(`new ${edge.id}`, { ...plainEdge(edge, []), isPlace: true })
}

const switched: Maker = (scenario, { after }) => {
  scenario.isActive = after
}

const retitled: Maker = (scenario, { node = '', after }) => {
  const own = scenario.nodes.get(node) ?? {}
  delete own.followsId
  delete own.title
  if (after === node) own.followsId = true
  else set(own, 'title', after)
}

interface Stretch {
  readonly target: string
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

/** The flow goes on elsewhere: from the start, or by an edge. */
const reroute: Maker = (scenario, change) => {
  const { target } = change.after as { readonly target: string }
  if (change.edge === undefined) scenario.start = target
  else edgeField(edge => Object.assign(edge, { target }))(scenario, change)
}

/** How each kind of change is made; null where the others make it. */
const makers: Readonly<Record<ChangeKind, Maker | null>> = {
  'scenario-switched-on': switched,
  'scenario-switched-off': switched,
  'title-changed': field('scenario.title'),
  'trigger-description-changed': field('scenario.trigger_description'),
  'clarification-label-changed': field('scenario.clarification_label'),
  'description-changed': field('scenario.description'),
  'exit-message-changed': field('scenario.exit_message'),
  'min-confidence-raised': field('scenario.min_confidence'),
  'min-confidence-lowered': field('scenario.min_confidence'),
  'priority-changed': field('scenario.priority'),
  'repeat-changed': field('scenario.allow_repeat_in_dialogue'),
  'dependencies-changed': field('dependencies'),
  'layout-changed': field('scenario.layout'),
  'field-changed': (scenario, { field: name = '', after }) => set(scenario.fields, name, after),
  'example-added': add('examples'),
  'example-removed': remove('examples'),
  'exclusion-added': add('exclusions'),
  'exclusion-removed': remove('exclusions'),
  'node-added': (scenario, change) => {
    scenario.nodes.set(change.node ?? '', plainNode(change.after as FlowNode))
    for (const edge of change.edges ?? []) addEdge(scenario, { ...change, after: edge })
  },
  'node-removed': (scenario, { node = '', edges = [] }) => {
    scenario.nodes.delete(node)
    for (const { id } of edges) scenario.edges.delete(id)
  },
  'node-type-changed': nodeField(() => 'type'),
  'reply-changed': nodeField(() => 'text'),
  'node-field-changed': nodeField(({ field: name = '' }) => name),
  'node-retitled': retitled,
  'node-inserted': (scenario, change) => {
    const { nodes, edges } = change.after as Stretch
    reroute(scenario, change)
    for (const node of nodes) scenario.nodes.set(node.id, plainNode(node))
    for (const edge of edges) addEdge(scenario, { ...change, after: edge })
  },
  'node-taken-out': (scenario, change) => {
    const { nodes, edges } = change.before as Stretch
    reroute(scenario, change)
    for (const { id } of nodes) scenario.nodes.delete(id)
    for (const { id } of edges) scenario.edges.delete(id)
  },
  'start-moved': (scenario, { after }) => {
    scenario.start = String(after)
  },
  'edge-removed': (scenario, { edge = '' }) => scenario.edges.delete(edge),
  'edge-added': addEdge,
  'edge-overtakes': addEdge,
  'edge-rerouted': edgeField((edge, { after }) => Object.assign(edge, after)),
  'edge-condition-changed': edgeField((edge, { after }) => Object.assign(edge, { condition: canonicalJson(after) })),
  'edge-priority-changed': edgeField((edge, { after }) => Object.assign(edge, { priority: after, isPlace: false })),
  'edge-field-changed': edgeField((edge, { field: name = '', after }) => set(edge.rest, name, after)),
  'edge-renamed': edgeField((edge, { after }) => {
    edge.id = after === `${edge.source}--${edge.target}` ? undefined : String(after)
  }),
  'edges-reordered': null,
  'end-gained': null,
  'end-lost': null,
  'example-moved-away': null,
  'example-moved-here': null,
  'exclusion-moved-away': null,
  'exclusion-moved-here': null,
  'listed-otherwise': null,
  'messages-moved': null,
  'no-end-left': null,
  'node-reached': null,
  'node-renamed': null,
  'node-unreached': null,
  'rename-guessed': null,
  'scenario-added': null,
  'scenario-removed': null,
  'scenario-renamed': null,
  'setting-changed': null,
  'some-end-found': null,
  'way-gained': null,
  'way-lost': null,
}

function set(fields: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete fields[name]
  else fields[name] = value
}
