import { expect, test } from 'vitest'
import { formatYaml } from '../src/format/format-yaml.ts'

const head = 'title: t\ntrigger_description: d\n'
const long = 'word '.repeat(30).trim()

async function formatted(text: string): Promise<string> {
  const formatting = await formatYaml('a.scenario.yaml', text)
  if (!formatting.ok) throw new Error(formatting.findings[0]?.message)
  return formatting.text
}

/** The form of a scenario's text behind its title and description. */
async function formOf(text: string): Promise<string> {
  const whole = await formatted(head + text)
  expect(whole.startsWith(head)).toBe(true)
  return whole.slice(head.length)
}

const flow = 'flow: { nodes: { a: END } }\n'

test.each([
  ['fields in their order', `${flow}examples: [a]\n`, `examples: [a]\n${flow}`],
  [
    'comments with their fields',
    `# why\n${flow}# what\npriority: 1 # how\n`,
    `# what\npriority: 1 # how\n# why\n${flow}`,
  ],
  ['an unknown field keeps the order', `${flow}exampels: [a]\npriority: 1\n`, `${flow}exampels: [a]\npriority: 1\n`],
  [
    'two spaces per level, and lists below their key',
    `flow:\n   nodes:\n       a:\n          text: t\n          next:\n          -   to: b\n          - c\n`,
    'flow:\n  nodes:\n    a:\n      text: t\n      next:\n        - to: b\n        - c\n',
  ],
  ['no quotes where none are needed', `"description": 'plain'\n${flow}`, `description: plain\n${flow}`],
  ['double quotes where quotes are needed', `description: 'a: b'\n${flow}`, `description: "a: b"\n${flow}`],
  ['single quotes around double ones', `description: "\\"a\\""\n${flow}`, `description: '"a"'\n${flow}`],
  ['one blank line at the most', `\n\npriority: 1\n\n\n\n${flow}\n\n`, `\npriority: 1\n\n${flow}`],
  ['short texts behind their key', `description: >-\n  short\n${flow}`, `description: short\n${flow}`],
  ['multiple lines as a literal block', `description: "a\\nb\\n"\n${flow}`, `description: |\n  a\n  b\n${flow}`],
  [
    'paragraphs with the line breaks of their author',
    `description: >-\n  a\n  b\n\n  c\n${flow}`,
    `description: >-\n  a b\n\n  c\n${flow}`,
  ],
  ['END for an END alone', 'flow:\n  nodes:\n    a: { type: END }\n', 'flow:\n  nodes:\n    a: END\n'],
  [
    'END without quotes before a comment',
    'flow:\n  nodes:\n    a: { type: END } # over\n',
    'flow:\n  nodes:\n    a: END # over\n',
  ],
  [
    'no type where there is a text',
    'flow:\n  nodes:\n    a: { type: FIXED_REPLY, text: t }\n',
    'flow:\n  nodes:\n    a: { text: t }\n',
  ],
  [
    'the value of an anchor unchanged',
    'flow:\n  nodes:\n    a: &a { type: END }\n    b: *a\n',
    'flow:\n  nodes:\n    a: &a { type: END }\n    b: *a\n',
  ],
  [
    'no order that would part an alias from its anchor',
    'flow: { nodes: { a: { title: &t x, text: y } } }\npriority: 1\ndescription: *t\n',
    'flow: { nodes: { a: { title: &t x, text: y } } }\npriority: 1\ndescription: *t\n',
  ],
  [
    'a comment keeps its type',
    'flow:\n  nodes:\n    a:\n      type: END # here\n',
    'flow:\n  nodes:\n    a:\n      type: END # here\n',
  ],
  [
    'brackets on several lines as a block',
    'examples: [a,\n  b]\n'.concat(flow),
    'examples:\n  - a\n  - b\n'.concat(flow),
  ],
  ['keys that look like numbers in quotes', 'flow:\n  nodes:\n    1: END\n', 'flow:\n  nodes:\n    "1": END\n'],
  [
    'the fields of a custom type in their order',
    'flow:\n  nodes:\n    a:\n      next: b\n      z: 1\n      type: ASK\n      y: 2\n',
    'flow:\n  nodes:\n    a:\n      type: ASK\n      z: 1\n      y: 2\n      next: b\n',
  ],
  ['numbers as they were written', `min_confidence: 80.0\n${flow}`, `min_confidence: 80.0\n${flow}`],
  ['null in full', `exit_message:\n${flow}`, `exit_message: null\n${flow}`],
  [
    'the line of a suppression unbroken',
    `flow:\n  nodes:\n    # scenewright-ignore graph/*: why\n    a: { text: ${long} }\n`,
    `flow:\n  nodes:\n    # scenewright-ignore graph/*: why\n    a: { text: ${long} }\n`,
  ],
  [
    'brackets that are too long for a line as a block',
    `flow:\n  nodes:\n    a: { text: ${'x'.repeat(90)}, next: a }\n`,
    `flow:\n  nodes:\n    a:\n      text: ${'x'.repeat(90)}\n      next: a\n`,
  ],
])('the form has %s', async (_, text, expected) => {
  const form = await formOf(text)
  expect(form).toBe(expected)
  expect(await formOf(form)).toBe(form)
})

test('a long text is folded at 100 columns', async () => {
  const form = await formOf(`description: ${long}\n${flow}`)
  expect(form.split('\n').map(line => line.length)).toEqual([15, 96, 56, 27, 0])
})

test('the line that names the schema, and a header with a blank line below, stay at the head', async () => {
  const modeline = '# yaml-language-server: $schema=../schemas/scenario.schema.json\n'
  const text = `# (c) us\n\n${modeline}# of the flow\n${flow}${head}`
  expect(await formatted(text)).toBe(`# (c) us\n\n${modeline}${head}# of the flow\n${flow}`)
})

test('a suppression at the head of the file moves with its field', async () => {
  const comment = '# scenewright-ignore flow/*: why\n\n'
  expect(await formatted(`${comment}${flow}${head}`)).toBe(`${head}${comment}${flow}`)
})

test('a byte order mark, document markers and trailing spaces are removed', async () => {
  const text = `\ufeff---\n${head.replaceAll('\n', '  \n')}${flow}...\n`
  expect(await formatted(text)).toBe(head + flow)
})

test.each([
  ['CRLF throughout', '\r\n', '\r\n', '\r\n'],
  ['CRLF first, then LF', '\r\n', '\n', '\r\n'],
  ['LF first, then CRLF', '\n', '\r\n', '\n'],
])('every line ends as the first one did: %s', async (_name, first, others, expected) => {
  const text = (head + flow).replaceAll('\n', others).replace(others, first)
  expect(await formatted(text)).toBe((head + flow).replaceAll('\n', expected))
})

test.each([
  `title: #help\ntrigger_description: d\n${flow}`,
  `title: t\ntrigger_description: &a # none yet\n${flow}`,
  `${head}examples:\n  - #help\n  - b\n${flow}`,
  `${head}flow:\n  nodes:\n    a:\n      text: #" "\n      next: b\n    b: END\n`,
  `${head}exclusions: null # none\n${flow}`,
  `conversations:\n  - name: a\n    turns:\n      - user: #1\n`,
])('a value that is empty, or null, before a comment stays so: %j', async text => {
  expect(await formatted(text)).toBe(text)
})

test.each([
  ['"Hallo" #formlos', '"Hallo" #formlos'],
  ["'Mein Ticket' # max. 20", '"Mein Ticket" # max. 20'],
  ['|- #kurz\n        Hallo', '"Hallo" #kurz'],
  ['#Anrede\n        Hallo', '"Hallo" #Anrede'],
  ['Hallo #formlos', 'Hallo #formlos'],
  ['Hallo\n        Welt #formlos', 'Hallo Welt #formlos'],
  [`${long} #1`, `${long} #1`],
])('a text with a comment behind it stays in quotes, or without: %j', async (given, expected) => {
  const source = (text: string) => `${head}flow:\n  nodes:\n    a:\n      text: ${text}\n      next: b\n    b: END\n`
  expect(await formatted(source(given))).toBe(source(expected))
})

test('a text without quotes that a comment does not follow directly gets quotes before it', async () => {
  const given = `${head}flow:\n  nodes:\n    a: { text: Hello, #two\n      next: b }\n    b: END\n`
  const expected = `${head}flow:\n  nodes:\n    a:\n      text: "Hello" #two\n      next: b\n    b: END\n`
  expect(await formatted(given)).toBe(expected)
})

const ignored = '# scenewright-ignore text/*: meant'

test.each([
  ['a text', '- # why\n    one', '# why\n  - one'],
  ['a text that has a comment too', '- # why\n    # more\n    one # end', '# why\n  # more\n  - one # end'],
  ['a text in quotes', '- # why\n    "one"', '# why\n  - one'],
  ['a text with an anchor', '- &a # why\n    one', '# why\n  - &a one'],
  ['a block', '- # why\n    |-\n    one\n    two', '# why\n  - |-\n    one\n    two'],
  ['a suppression', `- ${ignored}\n    one`, `${ignored}\n  - one`],
  ['two suppressions', `- ${ignored}\n    one ${ignored}`, `${ignored}\n  - one ${ignored}`],
  ['a blank line', '- a\n\n  - # why\n    one', '- a\n\n  # why\n  - one'],
])('a comment between a dash and its item moves above the dash: %s', async (_, given, expected) => {
  expect(await formOf(`examples:\n  ${given}\n${flow}`)).toBe(`examples:\n  ${expected}\n${flow}`)
})

test('a comment between a dash and a target moves above the dash, also before braces and below a blank line', async () => {
  const node = (next: string) => `flow:\n  nodes:\n    a:\n      text: t\n      next:${next}\n    b: END\n`
  const given =
    '\n        - to: b\n\n        - # one\n          to: b\n        - # two\n          { to: b, priority: 2 }'
  const expected =
    '\n        - to: b\n\n        # one\n        - to: b\n        # two\n        - { to: b, priority: 2 }'
  expect(await formOf(node(given))).toBe(node(expected))
})

test.each(['? wie geht das', '?', '? a # why'])('an item that begins with a question mark stays so: %s', async item => {
  const source = `${head}examples:\n  - aaa\n  - ${item}\n${flow}`
  expect(await formatted(source)).toBe(source)
})

test('directives are kept', async () => {
  expect(await formatted(`%YAML 1.2\n---\n${head}${flow}`)).toBe(`%YAML 1.2\n---\n${head}${flow}`)
})

test('a text that does not parse has its finding', async () => {
  const formatting = await formatYaml('a.scenario.yaml', 'title: "a\n')
  expect(formatting.ok ? [] : formatting.findings.map(({ rule }) => rule)).toEqual(['source/syntax'])
})

test('a source with findings is formatted, with its fields in the same order', async () => {
  expect(await formatted(`flow:  {nodes: {a: { type: END} } }\ntitle: t\n`)).toBe(
    'flow: { nodes: { a: { type: END } } }\ntitle: t\n',
  )
})

test('any other YAML is formatted as it is', async () => {
  expect(await formatted('b:   1\na: [ x ]\n')).toBe('b: 1\na: [x]\n')
  expect(await formatted('-   a\n- {b:   c}\n')).toBe('- a\n- { b: c }\n')
})
