import type { Change } from '@scenewright/model/compilation'
import { describe, expect, test } from 'vitest'
import { compileText } from '../src/index.ts'
import { edited, editsOf } from './edited.ts'

const flow = 'flow: { nodes: { a: END } }\n'
const yaml = (fields: string) => `title: T\ntrigger_description: W\n${fields}${flow}`
const ts = (fields: string, before = '') =>
  `import { end, scenario } from 'scenewright'\n${before}export default scenario({\n  title: 'T',\n  trigger_description: 'W',\n${fields}  flow: { nodes: { a: end() } },\n})\n`

async function changed(text: string, change: Change, file = 'a.scenario.yaml'): Promise<string | undefined> {
  const { scenarios, findings } = await compileText({ file, key: 'a', text })
  if (scenarios[0] === undefined) throw new Error(findings[0]?.message)
  const edits = editsOf(scenarios[0].map.edit(change))
  return edits && edited(text, edits)
}

const insert = (...texts: string[]): Change => ({ kind: 'insert', path: ['scenario', 'examples'], texts })
const set = (value: number): Change => ({ kind: 'set', path: ['scenario', 'min_confidence'], value })

describe('an example is added to a YAML source', () => {
  test.each([
    ['a list of lines', 'examples:\n  - a\n', 'examples:\n  - a\n  - new\n'],
    ['lines without indentation', 'examples:\n- a\n- b\n', 'examples:\n- a\n- b\n- new\n'],
    ['wide marks', 'examples:\n   -   a\n', 'examples:\n   -   a\n   -   new\n'],
    ['a comment behind the last item', 'examples:\n  - a # why\n', 'examples:\n  - a # why\n  - new\n'],
    [
      'comments around the items',
      'examples: # x\n  # y\n  - a\n  # z\n\n',
      'examples: # x\n  # y\n  - a\n  - new\n  # z\n\n',
    ],
    ['quotes of all items', "examples:\n  - 'a'\n  - 'it''s'\n", "examples:\n  - 'a'\n  - 'it''s'\n  - 'new'\n"],
    ['quotes of some items', 'examples:\n  - "a: b"\n  - c\n', 'examples:\n  - "a: b"\n  - c\n  - new\n'],
    ['a block as the last item', 'examples:\n  - |-\n    a\n    b\n', 'examples:\n  - |-\n    a\n    b\n  - new\n'],
    ['a text on two lines', 'examples:\n  - a\n    b\n', 'examples:\n  - a\n    b\n  - new\n'],
    ['a list in brackets', 'examples: [a, "b"]\n', 'examples: [a, "b", new]\n'],
    ['brackets with a comment behind', 'examples: [a] # why\n', 'examples: [a, new] # why\n'],
    ['brackets on lines', 'examples: [\n  a,\n  b, # c\n]\n', 'examples: [\n  a,\n  b, # c\n  new,\n]\n'],
    ['brackets on lines, no last comma', 'examples: [\n  a,\n  b # c\n]\n', 'examples: [\n  a,\n  b, # c\n  new\n]\n'],
    ['an empty list', 'examples: []\n', 'examples: [new]\n'],
    ['an empty list with a space', 'examples: [ ] # none\n', 'examples: [new] # none\n'],
    ['no list', '', 'examples:\n  - new\n'],
    ['no list, but another one', 'exclusions:\n- x\n', 'examples:\n- new\nexclusions:\n- x\n'],
  ])('with %s', async (_, fields, wanted) => {
    expect(await changed(yaml(fields), insert('new'))).toBe(yaml(wanted))
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    if (fields.includes('\n    b')) return
    expect(await changed(crlf(yaml(fields)), insert('new'))).toBe(crlf(yaml(wanted)))
  })

  test.each([
    ['where is: it', '"where is: it"'],
    ['# help', '"# help"'],
    ['- x', '"- x"'],
    ['say "so"', 'say "so"'],
    ['"so"', `'"so"'`],
    ["it's", "it's"],
    ['a\nb', '"a\\nb"'],
    ['😀 wo', '😀 wo'],
    ['12', '"12"'],
    ['true', '"true"'],
    ['~', '"~"'],
    [' a ', '" a "'],
    ['a, b]', 'a, b]'],
    ['long '.repeat(300).trim(), 'long '.repeat(300).trim()],
  ])('with the quotes that %j needs', async (text, written) => {
    expect(await changed(yaml('examples:\n  - a\n'), insert(text))).toBe(yaml(`examples:\n  - a\n  - ${written}\n`))
  })

  test('several at once, at the end of a file, in a mapping in braces, and with a comma in brackets', async () => {
    expect(await changed(yaml('examples: [a]\n'), insert('b', 'c, d'))).toBe(yaml('examples: [a, b, "c, d"]\n'))
    const last = `title: T\ntrigger_description: W\n${flow}examples:\n  - a`
    expect(await changed(last, insert('b', 'c'))).toBe(`${last}\n  - b\n  - c`)
    const inline = '{ title: T, trigger_description: W, flow: { nodes: { a: END } } }\n'
    expect(await changed(inline, insert('b'))).toBe(inline.replace('W,', 'W, examples: [b],'))
  })

  test.each([
    ['', ''],
    ['  # d\n', ''],
    ['\n  # d\n  # e\n', ''],
    ['', '# d\n'],
    ['  # d\n', '  # scenewright-ignore graph/*: meant\n'],
  ])('the exclusions follow the examples and their comments %j, not %j', async (own, other) => {
    const change: Change = { kind: 'insert', path: ['scenario', 'exclusions'], texts: ['x'] }
    const before = yaml(`examples:\n  - a # c\n${own}${other}`)
    const after = yaml(`examples:\n  - a # c\n${own}exclusions:\n  - x\n${other}`)
    expect(await changed(before, change)).toBe(after)
    const crlf = (text: string) => text.replaceAll('\n', '\r\n')
    expect(await changed(crlf(before), change)).toBe(crlf(after))
  })

  test('a list follows comments at the end of a file without a line feed', async () => {
    const last = `title: T\ntrigger_description: W\n${flow}examples:\n  - a\n  # d`
    const change: Change = { kind: 'insert', path: ['scenario', 'exclusions'], texts: ['x'] }
    expect(await changed(last, change)).toBe(`${last}\nexclusions:\n  - x`)
  })

  test.each([
    ['an anchor that is used elsewhere', 'exclusions: &x [a]\nexamples: *x\n'],
    ['a list that an alias repeats', 'examples: &x [a]\nexclusions: *x\n'],
  ])('not with %s', async (_, fields) => {
    expect(await changed(yaml(fields), insert('new'))).toBeUndefined()
  })
})

describe('a threshold is set', () => {
  test.each([
    ['min_confidence: 80 # why\n', 'min_confidence: 72 # why\n'],
    ['min_confidence: null\n', 'min_confidence: 72\n'],
    ['examples: [a]\n', 'examples: [a]\nmin_confidence: 72\n'],
    ['examples:\n  - a\n# b\npriority: 3\n', 'examples:\n  - a\nmin_confidence: 72\n# b\npriority: 3\n'],
  ])('in %j', async (fields, wanted) => {
    expect(await changed(yaml(fields), set(72))).toBe(yaml(wanted))
    expect(await changed(yaml(wanted), set(72))).toBeUndefined()
  })
})

describe('in TypeScript', () => {
  test.each([
    ["  examples: ['a'], // c\n", "  examples: ['a', 'new'], // c\n"],
    ['  examples: ["a"],\n', '  examples: ["a", "new"],\n'],
    ["  examples: [\n    'a', // c\n  ],\n", "  examples: [\n    'a', // c\n    'new',\n  ],\n"],
    ['  examples: [],\n', "  examples: ['new'],\n"],
    ['', "  examples: ['new'],\n"],
  ])('an example is added to %j', async (fields, wanted) => {
    expect(await changed(ts(fields), insert('new'), 'a.scenario.ts')).toBe(ts(wanted))
  })

  test.each([
    ['  min_confidence: 80,\n', '  min_confidence: 72,\n'],
    ["  examples: ['a'],\n", "  examples: ['a'],\n  min_confidence: 72,\n"],
  ])('a threshold is set in %j', async (fields, wanted) => {
    expect(await changed(ts(fields), set(72), 'a.scenario.ts')).toBe(ts(wanted))
  })

  test.each([
    ['a constant', '  examples: list,\n', "const list = ['a']\n"],
    ['a spread at the end', '  examples: [...list],\n', "const list = ['a']\n"],
    ['a call', "  examples: ['a'].concat('b'),\n", ''],
  ])('nothing is added to %s', async (_, fields, before) => {
    expect(await changed(ts(fields, before), insert('new'), 'a.scenario.ts')).toBeUndefined()
  })
})
