import { expect, test } from 'vitest'
import { compileYaml } from './compile-yaml.ts'

const header = 'title: t\ntrigger_description: d\n'
const flow = 'flow: { nodes: { a: END } }\n'

/** Rule, place, node and help of each finding, and whether the source could be lowered all the same. */
async function found(text: string) {
  const { findings, scenario } = await compileYaml(text)
  const told = findings.map(({ rule, range, node, help }) => {
    const place = `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`
    return [rule, place, node, /Did you mean|in quotes/.exec(help ?? '')?.[0]].filter(Boolean).join(' ')
  })
  return [...told, scenario === undefined ? 'stops' : 'goes on']
}

test.each([
  ['an unknown field', `${header}titel: x\n${flow}`, ['source/schema 3:1-3:6 Did you mean', 'goes on']],
  [
    'a misspelled required field',
    `titel: x\ntrigger_description: d\n${flow}`,
    ['source/schema 1:1-1:6 Did you mean', 'stops'],
  ],
  ['a missing field', `title: t\n${flow}`, ['source/schema 1:1-1:1', 'stops']],
  ['a flow without nodes', `${header}flow: {}\n`, ['source/schema 3:1-3:5', 'stops']],
  ['a value beyond its limits', `${header}min_confidence: 30\n${flow}`, ['source/schema 3:17-3:19', 'goes on']],
  [
    'an exit message that is too long',
    `${header}exit_message: ${'x'.repeat(2001)}\n${flow}`,
    ['source/schema 3:15-3:2016', 'goes on'],
  ],
  [
    'a number instead of a text',
    `title: 5\ntrigger_description: d\n${flow}`,
    ['source/schema 1:8-1:9 in quotes', 'stops'],
  ],
  ['a text instead of a list', `${header}examples: hello\n${flow}`, ['source/schema 3:11-3:16', 'stops']],
  ['an item of the wrong type', `${header}examples: [a, 1]\n${flow}`, ['source/schema 3:15-3:16 in quotes', 'stops']],
  ['an empty field', `${header}examples:\n${flow}`, ['source/schema 3:10-3:10', 'stops']],
  ['a misspelled END', `${header}flow: { nodes: { a: end } }\n`, ['source/schema 3:21-3:24 a Did you mean', 'stops']],
  ['a node that is a text', `${header}flow: { nodes: { a: hello } }\n`, ['source/schema 3:21-3:26 a', 'stops']],
  ['an empty node', `${header}flow: { nodes: { a: } }\n`, ['source/schema 3:21-3:21 a', 'stops']],
  [
    'a node without text and type',
    `${header}flow: { nodes: { a: { title: x } } }\n`,
    ['source/schema 3:18-3:19 a', 'stops'],
  ],
  [
    'a misspelled text',
    `${header}flow: { nodes: { a: { txt: x } } }\n`,
    ['source/schema 3:23-3:26 a Did you mean', 'stops'],
  ],
  [
    'a misspelled type',
    `${header}flow: { nodes: { a: { typ: END } } }\n`,
    ['source/schema 3:23-3:26 a Did you mean', 'stops'],
  ],
  [
    'an END with a text',
    `${header}flow: { nodes: { a: { type: END, text: x } } }\n`,
    ['source/schema 3:34-3:38 a', 'goes on'],
  ],
  [
    'a number as the id of a node',
    `${header}flow: { nodes: { a: { text: x, next: 1 }, 1: END } }\n`,
    ['source/schema 3:38-3:39 a in quotes', 'stops'],
  ],
  [
    'a misspelled target',
    `${header}flow: { nodes: { a: { text: x, next: { too: a } } } }\n`,
    ['source/schema 3:40-3:43 a Did you mean', 'stops'],
  ],
  [
    'next together with edges',
    `${header}flow: { nodes: { a: { text: x, next: a } }, edges: [] }\n`,
    ['source/schema 3:32-3:36 a', 'stops'],
  ],
  [
    'a text in braces that its comma ends',
    `${header}flow: { nodes: { a: { text: Yes, of course, sure, title: Oh, no, extra: {} } } }\n`,
    ['source/schema 3:34-3:43 a in quotes', 'source/schema 3:62-3:64 a in quotes', 'goes on'],
  ],
  [
    'a text in quotes before a name without a value',
    `${header}flow: { nodes: { a: { text: "Yes", of course, next: a, sure } } }\n`,
    ['source/schema 3:36-3:45 a', 'source/schema 3:56-3:60 a', 'goes on'],
  ],
  [
    'a text in braces that begins with a brace',
    `${header}flow: { nodes: { a: { text: {name}, hi, there } } }\n`,
    ['source/schema 3:29-3:35 a in quotes', 'stops'],
  ],
  [
    'a text that begins with a bracket',
    `title: [Ticket]\ntrigger_description: d\n${flow}`,
    ['source/schema 1:8-1:16 in quotes', 'stops'],
  ],
  ['lines that end with CR alone', 'title: T\rflow: { nodes: { a: END } }\r', ['source/syntax 1:9-1:9', 'stops']],
  ['a comment whose line ends with CR alone', '# T\rtitle: T\r', ['source/syntax 1:4-1:4', 'stops']],
  ['a key that leads upwards', `${header}key: ../a\n${flow}`, ['source/schema 3:6-3:10', 'goes on']],
  ['a key that means no scenario', `${header}key: none\n${flow}`, ['source/schema 3:6-3:10', 'goes on']],
  ['a former key that means no scenario', `${header}renamed_from: none\n${flow}`, ['goes on']],
  [
    'a former key with an empty segment',
    `${header}renamed_from: a//b\n${flow}`,
    ['source/schema 3:15-3:19', 'goes on'],
  ],
  ['a known field under extra', `${header}extra: { title: x }\n${flow}`, ['source/schema 3:10-3:15', 'goes on']],
  [
    'a title under the extra of a node',
    `${header}flow: { nodes: { a: { text: x, extra: { title: x } } } }\n`,
    ['source/schema 3:41-3:46 a', 'goes on'],
  ],
  [
    'an id next to an explicit type',
    `${header}flow: { nodes: { a: { type: ASK, id: x } } }\n`,
    ['source/schema 3:34-3:36 a', 'goes on'],
  ],
  [
    'two mistakes',
    `${header}titel: x\nmin_confidence: 30\n${flow}`,
    ['source/schema 3:1-3:6 Did you mean', 'source/schema 4:17-4:19', 'goes on'],
  ],
  ['a list instead of a scenario', '- a\n- b\n', ['source/schema 1:1-2:4', 'stops']],
  ['a duplicate key', `${header}title: u\n${flow}`, ['source/syntax 3:1-3:6', 'stops']],
  ['a tab', `${header}flow:\n\tnodes: {}\n`, ['source/syntax 4:1-4:1', 'stops']],
  ['a colon inside a text', `${header}description: Note: this\n`, ['source/syntax 3:14-3:15 in quotes', 'stops']],
  [
    'a text that begins with a star',
    `${header}examples:\n  - *now*\n${flow}`,
    ['source/syntax 4:5-4:10 in quotes', 'stops'],
  ],
  ['a text that begins with "!!!"', `${header}description: !!! Now\n`, ['source/syntax 3:14-3:17 in quotes', 'stops']],
  [
    'a text that begins with "!"',
    `${header}description: !Now or never\n`,
    ['source/syntax 3:19-3:27 in quotes', 'stops'],
  ],
  ['a tag in a word', `${header}description: !Now, or never\n`, ['source/syntax 3:18-3:19 in quotes', 'stops']],
  [
    'a text that begins with ">"',
    `${header}examples:\n  - > 5 days?\n${flow}`,
    ['source/syntax 4:7-4:14 in quotes', 'stops'],
  ],
  ['a text that begins with "|"', `${header}description: |5 days\n`, ['source/syntax 3:17-3:21 in quotes', 'stops']],
  ['a missing colon', `title t\n${flow}`, ['source/syntax 1:1-1:8', 'stops']],
  ['an unclosed bracket', `${header}examples: [a, b\n${flow}`, ['source/syntax 3:11-3:12', 'stops']],
  [
    'a bracket whose end is in a comment',
    `${header}examples: [a, [b], "[", Ticket #1, c]\n${flow}`,
    ['source/syntax 3:11-3:12 in quotes', 'stops'],
  ],
  [
    'a brace whose end is in a comment',
    `${header}flow:\n  nodes:\n    a: { text: Ticket #1, next: b }\n    b: END\n`,
    ['source/syntax 5:8-5:9 in quotes', 'stops'],
  ],
  [
    'a brace that another comment follows',
    `${header}flow:\n  nodes:\n    a: { text: x, # here\n    b: END\n`,
    ['source/syntax 5:8-5:9', 'stops'],
  ],
  ['an unclosed list in a closed mapping', `${header}flow: { nodes: [a }\n`, ['source/syntax 3:16-3:17', 'stops']],
])('%s is found at its place', async (_, text, expected) => {
  expect(await found(text)).toEqual(expected)
})

test('a duplicate node id keeps both nodes in the document', async () => {
  const text = `${header}flow:\n  nodes:\n    a: { text: one, next: a }\n    a: { text: two }\n    2: END\n    1: END\n`
  const { scenario, findings } = await compileYaml(text)
  expect(findings).toEqual([])
  expect(scenario?.document.scenario.definition.nodes.map(({ id, text: reply }) => [id, reply])).toEqual([
    ['a', 'one'],
    ['a', 'two'],
    ['2', undefined],
    ['1', undefined],
  ])
  expect(scenario?.map.place(['scenario', 'definition', 'nodes', 1]).range.start).toEqual({ line: 6, column: 5 })
})

test('a finding about a repeated id or text names the first one', async () => {
  const { findings } = await compileYaml(`${header}title: u\n`)
  expect(findings[0]?.related.map(({ range }) => range.start)).toEqual([{ line: 1, column: 1 }])
})

test('only comments suppress, each the line that it covers', async () => {
  const text = [
    '# scenewright-ignore trigger/no-examples: a draft',
    'title: t',
    'trigger_description: d # scenewright-ignore text/secret : it is none',
    'description: |',
    '  # scenewright-ignore graph/trap: words in a text',
    'flow:',
    '  # scenewright-ignore graph/*',
    '  # scenewright-ignore graph/trap: the way back is the menu',
    '',
    '  # another comment',
    '  nodes: { a: END }',
    '# scenewright-ignored: not ours',
    'examples:',
    '# scenewright-ignore text/typo: as customers write it',
    '- # what follows stands below its dash',
    '  hlelo',
    '- # scenewright-ignore text/typo: this one too',
    '  tahnks',
    '',
  ].join('\n')
  const { suppressions } = await compileYaml(text)
  expect(suppressions.map(({ rule, reason, line, range }) => [rule, reason, line, range.start.line])).toEqual([
    ['trigger/no-examples', 'a draft', 2, 1],
    ['text/secret', 'it is none', 3, 3],
    ['graph/*', '', 11, 7],
    ['graph/trap', 'the way back is the menu', 11, 8],
    ['text/typo', 'as customers write it', 16, 14],
    ['text/typo', 'this one too', 18, 17],
  ])
})

test('a text that is shortened in a message is not cut within a character', async () => {
  const { findings } = await compileYaml(
    `title: T\ntrigger_description: D\nmin_confidence: ${'a'.repeat(38)}👋 and more\n`,
  )
  expect(findings.map(({ message }) => message).filter(message => message.includes('aaa…'))).toHaveLength(1)
})

test('any number of suppressions in a row cover the next line', async () => {
  const count = 2_000
  const ignore = '# scenewright-ignore graph/trap: way back\n'
  const text = `layout:\n${`- ${ignore}`.repeat(count)}title: T\n${ignore.repeat(3)}`
  const { suppressions } = await compileYaml(text)
  const lines = suppressions.map(({ line }) => line)
  expect(lines).toHaveLength(count + 3)
  expect(new Set(lines.slice(0, count))).toEqual(new Set([count + 2]))
  expect(lines.slice(count)).toEqual([3, 4, 5].map(line => count + line))
})

test('null removes a field with a default from the document, and is kept where it is a value', async () => {
  const text = `${header}min_confidence: null\npriority: null\nallow_repeat_in_dialogue: null\nexit_message: null\nflow: { nodes: { a: { text: x, title: null, next: { to: a, priority: null, condition: null } } } }\n`
  const { scenario } = await compileYaml(text)
  const { definition, ...fields } = scenario?.document.scenario ?? {}
  expect(fields).toEqual({ title: 't', trigger_description: 'd', exit_message: null })
  expect(definition).toEqual({
    start_node_id: 'a',
    nodes: [{ id: 'a', type: 'FIXED_REPLY', text: 'x' }],
    edges: [{ id: 'a--a', source: 'a', target: 'a' }],
  })
})

test('default ids skip explicit ones', async () => {
  const text = `${header}flow: { nodes: { a: { text: x, next: [a, a, { to: a, id: a--a--2 }, { to: a, id: a--a }] } } }\n`
  const { scenario } = await compileYaml(text)
  const ids = scenario?.document.scenario.definition.edges.map(({ id }) => id)
  expect(ids).toEqual(['a--a--3', 'a--a--4', 'a--a--2', 'a--a'])
})
