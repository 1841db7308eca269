import { expect, test } from 'vitest'
import type { CompletionItem } from 'vscode-languageserver-protocol'
import { folderWith } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const refund = `title: Refund \u{1f4b8}
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?, refund still not here]
flow:
  nodes: { wait_time: { text: Wait., next: done }, done: END }
`

const [file, testFile, config] = [
  'scenarios/refund.scenario.yaml',
  'scenarios/refund.test.yaml',
  'scenewright.config.yaml',
]
const files = { [config]: 'extensions: { conditions: { KEYWORD: {} }, nodes: { ASK: {} } }\n', [file]: refund }

/** Completes at the mark `|` of a text. */
async function completing(encoding: 'utf-8' | 'utf-16' = 'utf-16') {
  const editor = await editorAt({
    cwd: await folderWith(files),
    capabilities: { general: { positionEncodings: [encoding] } },
  })
  const items = async (text: string, { name = file, languageId = 'scenewright' } = {}): Promise<CompletionItem[]> => {
    const at = positionOf(text, '|')
    const line = text.split('\n')[at.line]?.slice(0, at.character) ?? ''
    await editor.open(name, text.replace('|', ''), languageId)
    const position = { ...at, character: encoding === 'utf-8' ? Buffer.byteLength(line) : at.character }
    const answer = await editor.requestAt('textDocument/completion', name, position)
    await editor.close(name)
    return answer.items
  }
  const labels = async (...asked: Parameters<typeof items>) => (await items(...asked)).map(({ label }) => label)
  return Object.assign(labels, { items })
}

const flow = (lines: string) => `title: x\nflow:\n  nodes:\n    ask:\n      text: Wait.\n${lines}`

test('nodes are completed wherever one is named, also in lists and braces', async () => {
  const labels = await completing()
  for (const lines of [
    '      next: |',
    '      next: a|\n    done: END',
    '      next: [done, |]',
    '      next:\n        - |',
    '      next:\n      - to: |',
    '      next: [{ to: |',
    '      next: { condition: { type: KEYWORD }, to: |',
    '  start: |',
    '  edges:\n    - source: |',
    '  edges: [{ source: ask, target: |',
  ]) {
    expect(await labels(flow(lines)), lines).toContain('ask')
  }
  expect(await labels(refund.replace('next: done', 'next: |'))).toEqual(['wait_time', 'done'])
  for (const text of ['"Order #5"', "'It''s # 5'", '"say \\" #5"']) {
    expect(await labels(refund.replace('Wait., next: done', `${text}, next: |`)), text).toEqual(['wait_time', 'done'])
    expect(await labels(refund.replace('Wait., next: done', `${text}, # next: |`)), text).toEqual([])
  }
  expect(await labels(flow('      next: "a #|'))).toEqual(['ask'])
  expect(await labels(flow("      text: it's # isn't, next: |"))).toEqual([])
  expect(await labels(flow('      title: |'))).toEqual([])
  expect(await labels(flow('      text: go to next: |'))).toEqual([])
  expect(await labels(flow('      text: # next: |'))).toEqual([])
  expect(await labels(flow('      extra:\n        text: >\n          next: |'))).toEqual([])
})

test('a name gets the quotes that it needs', async () => {
  const { items } = await completing()
  const inserted = async (line: string) => {
    const nodes = '    2: END\n    "a: b": END\n    it\'s: END\n    "say \\"hi\\"": END\n    \'two\'\'s\': END\n'
    const found = await items(`${flow(`      next: ${line}\n`)}${nodes}`)
    return found.map(({ textEdit }) => textEdit?.newText)
  }
  const plain = ['ask', '"2"', '"a: b"', "it's", 'say "hi"', "two's"]
  expect(await inserted('|')).toEqual(plain)
  expect(await inserted('[ask, |]')).toEqual(plain)
  expect(await inserted('"|"')).toEqual(['ask', '2', 'a: b', "it's", 'say \\"hi\\"', "two's"])
  expect(await inserted("['ask', 'a|']")).toEqual(['ask', '2', 'a: b', "it''s", 'say "hi"', "two''s"])
  expect(await inserted("'it''|'")).toContain("it''s")
})

test('the whole name that has begun is replaced, whatever the editor takes for a word', async () => {
  const { items } = await completing('utf-8')
  const replaced = async (text: string, options = {}) => {
    const [{ textEdit } = { textEdit: undefined }] = await items(text, options)
    const { start, end } = textEdit !== undefined && 'range' in textEdit ? textEdit.range : expect.fail('no range')
    const line = Buffer.from(text.replace('|', '').split('\n')[start.line] ?? '')
    return line.subarray(start.character, end.character).toString()
  }
  expect(await replaced(flow('      next: wait-ti|'))).toBe('wait-ti')
  expect(await replaced(flow('      next: in the sh|'))).toBe('in the sh')
  expect(await replaced(flow('      next: &end !!str do|'))).toBe('do')
  expect(await replaced(flow('      next: [ä, { to: "f\u00fcr w|" }]'))).toBe('für w')
  expect(await replaced(flow("      next: ['it''|']"))).toBe("it''")
  expect(await replaced(flow('      next:\n        - |'))).toBe('')
  expect(await replaced(`# scenewright-ignore graph/un|\n${refund}`)).toBe('graph/un')
  expect(await replaced('rules:\n  graph/|', { name: config })).toBe('graph/')
  expect(await replaced('triggers:\n  - starts: billing/re|', { name: testFile })).toBe('billing/re')
})

test('fields are those of the schema at their place', async () => {
  const labels = await completing()
  expect(await labels(`ti|\n${refund}`)).toEqual(expect.arrayContaining(['examples', 'renamed_from', 'is_active']))
  expect(await labels(`ti|\n${refund}`)).not.toContain('nodes')
  expect((await labels('flow:\n  |')).toSorted()).toEqual(['edges', 'extra', 'nodes', 'start'])
  expect(await labels(flow('      |'))).toEqual(expect.arrayContaining(['next', 'text', 'type']))
  expect(await labels(flow('      |'))).not.toContain('examples')
  expect(await labels(flow('      next: [{ |'))).toEqual(expect.arrayContaining(['to', 'priority', 'condition']))
  expect(await labels(flow('  edges:\n    - |'))).toEqual(expect.arrayContaining(['source', 'target']))
  const inTest = (text: string) => labels(text, { name: testFile })
  expect((await inTest('|')).toSorted()).toEqual(['conversations', 'triggers'])
  expect(await inTest('conversations:\n  - |')).toEqual(expect.arrayContaining(['name', 'turns']))
  expect(await inTest('conversations:\n  - turns:\n      - user: x\n        expect:\n          |')).toEqual(
    expect.arrayContaining(['starts', 'walk', 'clarifies']),
  )
})

test('values are those of the schema and of the types of the project', async () => {
  const labels = await completing()
  expect(await labels(`is_active: |\n${refund}`)).toEqual(['true', 'false'])
  expect(await labels(`allow_repeat_in_dialogue: |\n${refund}`)).toEqual(['true', 'false'])
  expect(await labels(flow('      type: |'))).toEqual(['FIXED_REPLY', 'END', 'ASK'])
  expect(await labels(flow('      next: { to: ask, condition: { type: |'))).toEqual(['ALWAYS', 'KEYWORD'])
  expect(await labels('rules:\n  text/empty: |', { name: config })).toEqual(expect.arrayContaining(['error', 'off']))
})

test('rules are completed in suppressions and in the config', async () => {
  const labels = await completing()
  expect(await labels(`# scenewright-ignore graph/|\n${refund}`)).toContain('graph/unreachable')
  for (const text of ['rules:\n  |', 'suppress:\n  - rule: |', 'suppress: [{ rule: |']) {
    expect(await labels(text, { name: config, languageId: 'yaml' }), text).toContain('graph/unreachable')
  }
})

test('scenarios are completed in tests', async () => {
  const labels = await completing()
  const expected = (lines: string) =>
    labels(`conversations:\n  - turns:\n      - user: x\n        expect:\n${lines}`, {
      name: testFile,
      languageId: 'yaml',
    })
  expect(await expected('          starts: |')).toEqual(['refund', 'none'])
  expect(await expected('          clarifies: [|')).toEqual(['refund'])
  expect(await expected('          clarifies:\n            - |')).toEqual(['refund'])
  expect(await expected('          walk:\n            - |')).toEqual(['wait_time', 'done'])
  expect(await labels('triggers:\n  - starts: |', { name: testFile })).toEqual(['refund', 'none'])
})

test('a client that serves YAML leaves fields and their values to another server', async () => {
  const labels = await completing()
  const yaml = { languageId: 'yaml' }
  expect(await labels('flow:\n  |', yaml)).toEqual([])
  expect(await labels(`is_active: |\n${refund}`, yaml)).toEqual([])
  expect(await labels(flow('      next: |'), yaml)).toEqual(['ask'])
})

test('columns may count bytes', async () => {
  const labels = await completing('utf-8')
  expect(
    await labels(flow('      next: [{ condition: { type: KEYWORD, words: ["\u{1f4b8}\u{1f4b8}"] }, to: |')),
  ).toEqual(['ask'])
})
