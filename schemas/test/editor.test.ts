import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import config from '../config.schema.json' with { type: 'json' }
import conversationTest from '../conversation-test.schema.json' with { type: 'json' }
import scenario from '../scenario.schema.json' with { type: 'json' }
import { openYamlEditor } from './yaml-editor.ts'

type Fields = Readonly<Record<string, object>>

const editor = openYamlEditor(new URL('../any/', import.meta.url).href)
const { flow, replyFields, endFields, otherFields, targetFields, edge, condition } = scenario.definitions
const definitions: Fields = { ...scenario.definitions, ...config.definitions, ...conversationTest.definitions }

const nodes = 'title: t\ntrigger_description: d\nflow:\n  nodes:\n'
const reply = `${nodes}    a:\n      text: x\n`
const edges = `${nodes}    a: END\n  edges:\n`
const bot = config.definitions.bot.properties
const { turn, expectation } = conversationTest.definitions

/** A place in a file, the fields that its schema has there, and those of them that the file has already. */
const places: readonly [name: string, schema: string, text: string, fields: Fields, there: readonly string[]][] = [
  ['at the top of a scenario', 'scenario', '|', scenario.properties, []],
  ['in a flow', 'scenario', 'flow:\n  |', flow.properties, []],
  ['in a node', 'scenario', `${nodes}    a:\n      |`, replyFields.properties, []],
  ['in a reply', 'scenario', `${reply}      |`, replyFields.properties, ['text']],
  ['in an END', 'scenario', `${nodes}    a:\n      type: END\n      |`, endFields.properties, ['type']],
  ['in another node', 'scenario', `${nodes}    a:\n      type: ASK\n      |`, otherFields.properties, ['type']],
  ['in a target', 'scenario', `${reply}      next:\n        |`, targetFields.properties, []],
  [
    'in a target that is begun',
    'scenario',
    `${reply}      next:\n        to: a\n        |`,
    targetFields.properties,
    ['to'],
  ],
  ['in a list of targets', 'scenario', `${reply}      next:\n        - |`, targetFields.properties, []],
  [
    'in a condition',
    'scenario',
    `${reply}      next:\n        to: a\n        condition:\n          |`,
    condition.properties,
    [],
  ],
  ['in an edge', 'scenario', `${edges}    - |`, edge.properties, []],
  ['in an edge that is begun', 'scenario', `${edges}    - source: a\n      |`, edge.properties, ['source']],
  ['around a document', 'scenario', 'document:\n  |', scenario.properties.document.properties, []],
  ['at the top of a config', 'config', '|', config.properties, []],
  ['in the bot', 'config', 'bot:\n  |', bot, []],
  ['in an environment', 'config', 'environments:\n  e:\n    |', config.definitions.environment.properties, []],
  ['at the top of the tests', 'conversation-test', '|', conversationTest.properties, []],
  ['in a turn', 'conversation-test', 'conversations:\n  - name: a\n    turns:\n      - |', turn.properties, []],
  [
    'in an expectation',
    'conversation-test',
    'conversations:\n  - name: a\n    turns:\n      - user: a\n        expect:\n          |',
    expectation.properties,
    [],
  ],
]

test.each(places)('every field is offered and explained %s', async (_name, schema, text, fields, there) => {
  const offers = await editor.offers(modeline(schema) + text)
  for (const [name, field] of Object.entries(fields)) {
    expect(descriptionOf(field), name).not.toBe('')
    if (!there.includes(name)) expect(offers.get(name), name).toContain(descriptionOf(field))
  }
})

/** A scenario with each of its fields behind a mark. */
const marked = `title: x
min_confidence: 80
flow:
  start: a
  nodes:
    a:
      title: x
      text: x
      next:
        - to: a
          priority: 1
          condition: { type: ALWAYS }
          id: e
  edges:
    - source: a
      target: a
`

const words: readonly [line: number, word: string, description: string][] = [
  [0, 'title', scenario.properties.title.description],
  [1, 'min_confidence', scenario.properties.min_confidence.description],
  [2, 'flow', flow.description],
  [3, 'start', flow.properties.start.description],
  [4, 'nodes', flow.properties.nodes.description],
  [6, 'title', scenario.definitions.nodeTitle.description],
  [7, 'text', replyFields.properties.text.description],
  [8, 'next', scenario.definitions.next.description],
  [9, 'to', targetFields.properties.to.description],
  [10, 'priority', scenario.definitions.edgePriority.description],
  [11, 'condition', condition.description],
  [11, 'type', condition.properties.type.description],
  [12, 'id', targetFields.properties.id.description],
  [13, 'edges', flow.properties.edges.description],
  [14, 'source', edge.properties.source.description],
  [15, 'target', edge.properties.target.description],
]

test.each(words)('line %i explains "%s"', async (line, word, description) => {
  const lines = marked.split('\n').map((text, index) => (index === line ? text.replace(word, `|${word}`) : text))
  expect(await editor.explains(modeline('scenario') + lines.join('\n'))).toContain(description)
})

test.each([
  ['a node', `${nodes}    a: |`, ['END']],
  ['a type', `${nodes}    a:\n      type: |`, ['FIXED_REPLY', 'END']],
  ['a condition', `${reply}      next:\n        to: a\n        condition:\n          type: |`, ['ALWAYS']],
])('the values that %s has are offered', async (_name, text, values) => {
  expect([...(await editor.offers(modeline('scenario') + text)).keys()]).toEqual(values)
})

test.each([
  ['in the scenario', `titel: x\n${nodes}    a: END\n`, '2 Property titel is not allowed.'],
  ['in the flow', `${nodes}    a: END\n  strat: a\n`, '7 Property strat is not allowed.'],
  ['in a reply', `${reply}      nxt: a\n`, '8 Property nxt is not allowed.'],
  ['in a target', `${reply}      next:\n        - { to: a, idd: e }\n`, '9 Property idd is not allowed.'],
  ['in an edge', `${edges}    - { source: a, target: a, idd: e }\n`, '8 Property idd is not allowed.'],
  ['for END', `${nodes}    a: EDN\n`, '6 Value must be "END".'],
])('a misspelling %s is one complaint', async (_name, text, complaint) => {
  expect(await editor.complains(modeline('scenario') + text)).toEqual([complaint])
})

const folder = mkdtempSync(join(tmpdir(), 'scenewright-editor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the editor finds the schemas of a starter project, and nothing wrong with its files', async () => {
  const bin = fileURLToPath(new URL('../../node_modules/.bin/scenewright', import.meta.url))
  const { files } = JSON.parse(execFileSync(bin, ['init', folder, '--format', 'json'], { encoding: 'utf8' }))
  const written = files.filter((file: string) => /(scenario|config)\.yaml$/.test(file))
  expect(written.length).toBeGreaterThan(2)
  for (const file of written) {
    const text = readFileSync(join(folder, file), 'utf8')
    const there = openYamlEditor(pathToFileURL(join(folder, file)).href)
    expect(await there.complains(text)).toEqual([])
    expect(await there.complains(`${text}\nmisspelt: 1\n`)).toEqual([
      expect.stringContaining('misspelt is not allowed'),
    ])
  }
})

function modeline(schema: string): string {
  return `# yaml-language-server: $schema=../${schema}.schema.json\n`
}

function descriptionOf(field: object | undefined): string {
  const { description, $ref } = { description: '', $ref: '', ...field }
  return description === '' && $ref !== ''
    ? descriptionOf(definitions[$ref.replace('#/definitions/', '')])
    : description
}
