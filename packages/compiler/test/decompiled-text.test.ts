import type { ImportDocument } from '@scenewright/model'
import { expect, test } from 'vitest'
import { decompile, readDocument } from '../src/index.ts'
import { compileYaml } from './compile-yaml.ts'

const always = { type: 'ALWAYS' }

const refund = {
  format: 'service.bot-scenario',
  schema_version: 2,
  scenario: {
    title: 'Refund status',
    trigger_description: 'The customer asks when a refund will arrive.',
    clarification_label: 'Refund: when?',
    examples: ['Where is my refund?', '- still nothing', 'yes', '12'],
    exclusions: [],
    min_confidence: 78,
    priority: 100,
    allow_repeat_in_dialogue: true,
    exit_message: null,
    definition: {
      start_node_id: 'wait_time',
      nodes: [
        {
          id: 'wait_time',
          type: 'FIXED_REPLY',
          title: 'wait_time',
          text: 'A refund takes 3–5 business days from the day on which the parcel has come back to us, and on which we have looked at it.',
        },
        { id: 'contact', type: 'FIXED_REPLY', title: 'How to reach us', text: 'Write to us:\n- by mail\n- by chat\n' },
        { id: 'ask', type: 'ASK', title: 'ask', text: 'More?', options: ['yes', 'no'], next: 'own' },
        { id: 'done', type: 'END', title: 'done' },
        { id: '1', type: 'END', colour: 'red' },
      ],
      edges: [
        { id: 'wait_time--contact', source: 'wait_time', target: 'contact', priority: 1, condition: always },
        { id: 'contact--ask', source: 'contact', target: 'ask', priority: 1, condition: always },
        { id: 'e1', source: 'ask', target: 'done', priority: 1, condition: { type: 'KEYWORD', words: ['no'] } },
        { id: 'ask--1', source: 'ask', target: '1' },
      ],
    },
    layout: { done: { x: 1, y: -0.5 } },
    owner: 'team',
  },
  exported_at: '2026-10-17T00:00:00Z',
} satisfies object as unknown as ImportDocument

test('a document is decompiled to an idiomatic source', () => {
  expect(decompile(refund)).toMatchSnapshot()
})

test('only the time of the export is lost', async () => {
  const { exported_at: _time, ...rest } = refund
  const { scenario } = await compileYaml(decompile(refund))
  expect(scenario?.document).toEqual(rest)
})

test('edges that are not in the order of their nodes are in a separate list', async () => {
  const { scenario } = refund
  const edges = [...(scenario.definition?.edges ?? [])].reverse()
  const document = { ...refund, scenario: { ...scenario, definition: { start_node_id: 'nowhere', nodes: [], edges } } }
  const text = decompile(document)
  expect(text).toContain('\n  edges:\n')
  const compiled = (await compileYaml(text)).scenario
  expect(compiled?.document.scenario.definition).toEqual(document.scenario.definition)
})

test('a document with an invalid graph survives the round trip', async () => {
  const node = { id: 'a', type: 'FIXED_REPLY', title: 'a', text: 'one' }
  const edge = { id: 'x', source: 'a', target: 'gone', priority: 1, condition: always }
  const definition = { start_node_id: 'b', nodes: [node, { ...node, text: 'two' }], edges: [edge, edge] }
  const document = { ...refund, exported_at: undefined, scenario: { ...refund.scenario, definition } }
  const compiled = (await compileYaml(decompile(document as never))).scenario
  expect(compiled?.document.scenario.definition).toEqual(definition)
})

test('an export of version 1 is raised to version 2', () => {
  const reading = readDocument(`\ufeff${JSON.stringify({ ...refund, schema_version: 1 })}`)
  expect(reading).toEqual({ ok: true, document: refund })
})

test('a field named __proto__ is read as a field', () => {
  const text = JSON.stringify(refund).replace('"owner"', '"__proto__"')
  const reading = readDocument(text)
  const fields = reading.ok ? Object.keys(reading.document.scenario) : []
  expect(fields.at(-1)).toBe('__proto__')
})

test.each([
  ['', 1],
  ['[]', 1],
  ['{', 1],
  ['null', 1],
  ['{"format":"other"}', 1],
  ['{"format":"service.bot-scenario","schema_version":3}', 1],
  ['{"format":"service.bot-scenario","schema_version":2}', 1],
  ['{"format":"service.bot-scenario","schema_version":2,"scenario":{}}', 2],
  [
    '{"format":"service.bot-scenario","schema_version":2,"scenario":{"title":"t","trigger_description":"d","priority":1e999}}',
    1,
  ],
  [
    '{"format":"service.bot-scenario","schema_version":2,"scenario":{"title":"t","trigger_description":"d","id":9007199254740993}}',
    1,
  ],
  [
    `{"format":"service.bot-scenario","schema_version":2,"scenario":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`,
    1,
  ],
  [
    `{"format":"service.bot-scenario","schema_version":2,"scenario":{"title":"t","trigger_description":"d","examples":[${Array(1000).fill(1)}]}}`,
    20,
  ],
])('anything else than a document is a few problems: %#', (text, problems) => {
  const reading = readDocument(text)
  expect(reading.ok ? 0 : reading.problems.length).toBe(problems)
})

test('a long list of edges that need explicit ids survives the round trip', async () => {
  const count = 5000
  const edges = Array.from({ length: count }, (_, index) => {
    return { id: `a--a--${count - index}`, source: 'a', target: 'a', priority: index + 1, condition: always }
  })
  const definition = { start_node_id: 'a', nodes: [{ id: 'a', type: 'END', title: 'a' }], edges }
  const text = decompile({ ...refund, scenario: { ...refund.scenario, definition } })
  expect((await compileYaml(text)).scenario?.document.scenario.definition).toEqual(definition)
})
