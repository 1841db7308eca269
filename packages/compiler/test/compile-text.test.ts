import { expect, test } from 'vitest'
import { compileText, emitDocument } from '../src/index.ts'

const refund = `# yaml-language-server: $schema=../schemas/scenario.schema.json
title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
  - When do I get my money back
min_confidence: 80            # 50–100, default 78
clarification_label: Refund status
flow:
  start: wait_time            # may be left out: the first node
  nodes:
    wait_time:
      text: A refund takes 3–5 business days.
      next: contact
    contact:
      title: How to reach us
      text: |
        Still nothing after that?
        Write to us.
      next: [done, {to: done, priority: 4}]
    done: END
`

function compile(text: string) {
  return compileText({ file: 'scenarios/refund.scenario.yaml', key: 'refund', text })
}

test('a scenario becomes a document with every default written out, in the order of the API', async () => {
  const { scenarios, findings } = await compile(refund)
  expect(findings).toEqual([])
  expect(emitDocument(scenarios[0]?.document ?? failed())).toMatchSnapshot()
})

test('the export time is in its usual place', async () => {
  const { document } = (await compile(refund)).scenarios[0] ?? failed()
  const text = emitDocument({ ...document, exported_at: '2026-10-17T00:00:00Z' })
  expect(Object.keys(JSON.parse(text))).toEqual(['format', 'schema_version', 'exported_at', 'scenario'])
})

test.each([
  ['yaml', refund, 1],
  ['yaml', `${refund}key: refund\n`, 0],
  ['ts', `export default { title: 'a', trigger_description: 'b', flow: { nodes: { done: 'END' } } }\n`, 1],
])('the path gives no scenario the key "none": %s source %#', async (suffix, text, expected) => {
  const { findings } = await compileText({ file: `scenarios/none.scenario.${suffix}`, key: 'none', text })
  const start = { line: 1, column: 1 }
  const finding = { rule: 'source/schema', severity: 'error', range: { start, end: start } }
  expect(findings).toMatchObject(Array(expected).fill(finding))
})

test.each([
  ['', refund, ['The file gives the key "", which has an empty segment']],
  ['', `${refund}key: refund\n`, []],
  ['sub/', refund, ['The file gives the key "sub/", which begins or ends with "/"']],
  ['billing/refund', refund, []],
])('the path gives no scenario a key with an empty name: %j %#', async (key, text, expected) => {
  const { findings } = await compileText({ file: `scenarios/${key}.scenario.yaml`, key, text })
  expect(findings.map(({ message }) => message)).toEqual(expected)
})

test.each([
  [['scenario', 'title'], '2:8-2:21'],
  [['scenario', 'examples', 1], '6:5-6:32'],
  [['scenario', 'priority'], '2:1-2:1'],
  [['scenario', 'definition', 'start_node_id'], '10:10-10:19'],
  [['scenario', 'definition', 'nodes', 1], '15:5-15:12'],
  [['scenario', 'definition', 'nodes', 1, 'id'], '15:5-15:12'],
  [['scenario', 'definition', 'nodes', 1, 'text'], '17:13-19:21'],
  [['scenario', 'definition', 'nodes', 2, 'type'], '21:11-21:14'],
  [['scenario', 'definition', 'nodes', 2, 'title'], '21:5-21:9'],
  [['scenario', 'definition', 'edges', 0], '14:13-14:20'],
  [['scenario', 'definition', 'edges', 1, 'priority'], '20:14-20:18'],
  [['scenario', 'definition', 'edges', 2], '20:20-20:43'],
  [['scenario', 'definition', 'edges', 2, 'target'], '20:25-20:29'],
  [['scenario', 'definition', 'nodes'], '11:3-11:8'],
  [['dependencies', 'functions'], '2:1-2:1'],
])('the place of %j is %s', async (path, place) => {
  const { start, end } = (await compile(refund)).scenarios[0]?.map.place(path).range ?? failed()
  expect(`${start.line}:${start.column}-${end.line}:${end.column}`).toBe(place)
})

test('the tags of YAML give the values of YAML 1.2, and "<<" in quotes is a name', async () => {
  const values = [
    '!!int 1',
    '!!int "12"',
    '!!float 1',
    '!!float "-1"',
    '!!float 1.5',
    '!!bool true',
    '!!null ~',
    '!!str 1',
  ]
  const written = values.map((value, index) => `  v${index}: ${value}\n`).join('')
  const { scenarios, findings } = await compile(`${refund}extra:\n${written}  "<<": merged\n`)
  expect(findings).toEqual([])
  const { scenario } = scenarios[0]?.document ?? failed()
  const named = [1, 12, 1, -1, 1.5, true, null, '1'].map((value, index) => [`v${index}`, value])
  expect(scenario).toMatchObject(Object.fromEntries([...named, ['<<', 'merged']]))
})

function failed(): never {
  throw new Error('The source did not bind')
}

test('a text that is larger than a file may be has a finding and is not read', async () => {
  const { findings, scenarios, isBound } = await compile(`${refund}# ${'x'.repeat(2 * 1024 * 1024)}`)
  expect(findings).toMatchObject([{ rule: 'source/syntax', range: { start: { line: 1, column: 1 } } }])
  expect([scenarios, isBound]).toEqual([[], false])
})
