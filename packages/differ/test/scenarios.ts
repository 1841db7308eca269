import type { FlowEdge, FlowNode, ImportDocument, ScenarioFields } from '@scenewright/model'
import fc from 'fast-check'
import type { ComparedScenario } from '../src/index.ts'

/** A scenario with these fields; by default it says a word and ends. */
export function scenario(
  fields: Partial<ScenarioFields> = {},
  more: Partial<Omit<ComparedScenario, 'document'>> & { readonly document?: Partial<ImportDocument> } = {},
): ComparedScenario {
  const own = { title: 'Refund', trigger_description: 'The customer asks for money.', examples: [], exclusions: [] }
  return {
    key: 'refund',
    isActive: true,
    ...more,
    document: {
      format: 'service.bot-scenario',
      schema_version: 2,
      scenario: { ...own, definition: flow([reply('hello', 'Hello.'), end('done')], ['hello done']), ...fields },
      ...more.document,
    },
  }
}

/** A flow that starts at its first node; an edge is written `source target`. */
export function flow(nodes: readonly FlowNode[], edges: readonly (string | FlowEdge)[], start = nodes[0]?.id ?? '') {
  const counts = new Map<string, number>()
  return {
    start_node_id: start,
    nodes,
    edges: edges.map((edge): FlowEdge => {
      if (typeof edge !== 'string') return edge
      const [source = '', target = ''] = edge.split(' ')
      const priority = (counts.get(source) ?? 0) + 1
      counts.set(source, priority)
      return { id: `${source}--${target}`, source, target, priority, condition: { type: 'ALWAYS' } }
    }),
  }
}

export function reply(id: string, text: string, fields: Partial<FlowNode> = {}): FlowNode {
  return { id, type: 'FIXED_REPLY', title: id, text, ...fields }
}

export function end(id: string): FlowNode {
  return { id, type: 'END', title: id }
}

const words = fc.constantFrom('money', 'card', 'bank', 'days', 'write', 'wait', 'letter', 'now')
const sentence = fc.array(words, { minLength: 1, maxLength: 5 }).map(list => list.join(' '))
const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 })
}

const node = (id: string): fc.Arbitrary<FlowNode> =>
  fc
    .record({
      type: fc.constantFrom('FIXED_REPLY', 'FIXED_REPLY', 'END', 'END', 'ASK'),
      title: maybe(fc.constantFrom(id, id, 'Wait', 'Money')),
      text: sentence,
      delay: maybe(fc.nat(2)),
    })
    .map(({ type, title, text, delay }) => ({
      id,
      type,
      ...(title !== undefined && { title }),
      ...(type !== 'END' && { text }),
      ...(delay !== undefined && { delay }),
    }))

const edgeDraft = (nodes: readonly string[]) =>
  fc.record({
    source: fc.constantFrom(...nodes, 'gone'),
    target: fc.constantFrom(...nodes, 'gone'),
    priority: maybe(fc.nat({ max: 3 })),
    isPlace: fc.boolean(),
    condition: fc.constantFrom('ALWAYS', 'ALWAYS', 'KEYWORD'),
    id: maybe(fc.constantFrom('one', 'two', 'three')),
    weight: maybe(fc.nat(1)),
  })

const edges = (nodes: readonly string[]): fc.Arbitrary<readonly FlowEdge[]> =>
  fc
    .uniqueArray(edgeDraft(nodes), { maxLength: 10, selector: ({ source, target }) => `${source} ${target}` })
    .map(drafts => {
      const taken = new Set<string>()
      const places = new Map<string, number>()
      return drafts.map(({ id, source, target, priority, isPlace, condition, weight }): FlowEdge => {
        const place = (places.get(source) ?? 0) + 1
        places.set(source, place)
        const own = id === undefined || taken.has(id) ? `${source}--${target}` : id
        taken.add(own)
        return {
          id: own,
          source,
          target,
          ...(isPlace ? { priority: place } : priority !== undefined && { priority }),
          ...(condition !== 'ALWAYS' && { condition: { type: condition } }),
          ...(weight !== undefined && { weight }),
        }
      })
    })

const definition = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 6 }).chain(names =>
  fc.record({
    start_node_id: fc.constantFrom(...names),
    nodes: fc.tuple(...names.map(node)),
    edges: edges(names),
  }),
)

/** A label may be the title. */
const title = fc.oneof(sentence, fc.constantFrom('A', 'B'))

/** Scenarios of few words and names, so that two of them have much in common. */
export const anyScenario: fc.Arbitrary<ComparedScenario> = fc
  .record({
    isActive: fc.boolean(),
    fields: fc.record(
      {
        title,
        trigger_description: sentence,
        clarification_label: fc.option(title),
        description: fc.option(sentence),
        examples: fc.array(fc.oneof(words, sentence), { maxLength: 4 }),
        exclusions: fc.array(fc.oneof(words, sentence), { maxLength: 3 }),
        min_confidence: fc.constantFrom(70, 78, 90),
        priority: fc.constantFrom(100, 50),
        allow_repeat_in_dialogue: fc.boolean(),
        exit_message: fc.option(sentence),
        definition,
        layout: fc.record({ a: fc.nat(3) }),
        tone: fc.nat(2),
      },
      { requiredKeys: ['title', 'trigger_description', 'definition'] },
    ),
    dependencies: maybe(fc.record({ functions: fc.array(words, { maxLength: 2 }) })),
    region: maybe(words),
  })
  .map(({ isActive, fields, dependencies, region }) => {
    const document = { ...(dependencies && { dependencies }), ...(region !== undefined && { region }) }
    return scenario(fields, { isActive, document })
  })

/** Two versions of one scenario: drawn apart from each other, or the one with a few ways less and some other fields. */
export const anyTwo: fc.Arbitrary<readonly [base: ComparedScenario, head: ComparedScenario]> = fc.oneof(
  fc.tuple(anyScenario, anyScenario),
  fc
    .record({
      one: anyScenario,
      other: anyScenario,
      dropped: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
      isBack: fc.boolean(),
    })
    .map(({ one, other, dropped, isBack }) => {
      const changed = edited(one, other, dropped)
      return isBack ? ([changed, one] as const) : ([one, changed] as const)
    }),
)

function edited(one: ComparedScenario, other: ComparedScenario, dropped: readonly number[]): ComparedScenario {
  const { definition, ...own } = one.document.scenario
  const { title, examples = [], exclusions = [] } = other.document.scenario
  const edges = definition?.edges.filter((_edge, place) => !dropped.includes(place)) ?? []
  const fields = { ...own, title, examples, exclusions, ...(definition && { definition: { ...definition, edges } }) }
  return { ...one, document: { ...one.document, scenario: fields } }
}

/** Scenarios of a project, each with the keys that it has at the base and at the head: it may come, go or be renamed. */
export const anyProjects: fc.Arbitrary<
  readonly [base: readonly ComparedScenario[], head: readonly ComparedScenario[]]
> = fc.array(fc.tuple(anyTwo, fc.constantFrom('stays', 'comes', 'goes', 'renamed')), { maxLength: 4 }).map(all => {
  const sides = all.map(([[base, head], fate], place) => {
    const [before, after] = [`s${place}`, fate === 'renamed' ? `t${place}` : `s${place}`]
    return {
      base: fate === 'comes' ? [] : [{ ...base, key: before, renamedFrom: after }],
      head: fate === 'goes' ? [] : [{ ...head, key: after, renamedFrom: before }],
    }
  })
  return [sides.flatMap(({ base }) => base), sides.flatMap(({ head }) => head)] as const
})
