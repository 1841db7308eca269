import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Range } from 'vscode-languageserver-protocol'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { folderWith, scenewright } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const refund = `# A file header
# of two lines
title:   Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [ "Where is my refund?", refund still not here ]
flow:
  nodes:
    wait_time:
      text: A refund takes 3 business days.
      next: done

    done: END
`

const file = 'scenarios/orders/refund.scenario.yaml'
const project = { 'scenewright.config.yaml': '', [file]: refund, 'scenarios/orders/hours.scenario.yaml': refund }

const documentOf = async (cwd: string, text = refund) => {
  const editor = await editorAt({ cwd })
  await editor.open(file, text)
  return {
    editor,
    request: (method: string, more = {}) =>
      editor.request(`textDocument/${method}`, { textDocument: { uri: editor.uri(file) }, ...more }),
  }
}

test('formats a document as the command does, and leaves a broken one', async () => {
  const cwd = await folderWith(project)
  const { editor, request } = await documentOf(cwd)
  const options = { options: { tabSize: 2, insertSpaces: true } }
  const [edit, ...others] = await request('formatting', options)
  expect(others).toEqual([])
  expect(edit.range.start).toEqual({ line: 0, character: 0 })
  expect(edit.range.end).toEqual({ line: refund.split('\n').length - 1, character: 0 })
  await scenewright(['fmt', file], { cwd })
  expect(edit.newText).toBe(readFileSync(join(cwd, file), 'utf8'))
  expect(edit.newText).not.toBe(refund)
  await editor.change(file, edit.newText)
  expect(await request('formatting', options)).toEqual([])
  await editor.change(file, 'title: [')
  expect(await request('formatting', options)).toEqual([])
})

test('formatting replaces the whole text, also where columns count bytes and no line ends it', async () => {
  const text = 'title:   x\nexamples:   [\u{1f4b8}]'
  const editor = await editorAt({
    cwd: await folderWith(project),
    capabilities: { general: { positionEncodings: ['utf-8'] } },
  })
  await editor.open(file, text)
  const [edit] = await editor.request('textDocument/formatting', {
    textDocument: { uri: editor.uri(file) },
    options: { tabSize: 2, insertSpaces: true },
  })
  expect(edit.range.end).toEqual({ line: 1, character: Buffer.byteLength('examples:   [\u{1f4b8}]') })
})

test('lists the scenario with its nodes, and finds scenarios by letters of their keys', async () => {
  const { editor, request } = await documentOf(await folderWith(project))
  const [scenario, ...others] = await request('documentSymbol')
  expect(others).toEqual([])
  expect(scenario).toMatchObject({ name: 'orders/refund', detail: 'Refund status' })
  expect(scenario.children.map(({ name, detail }: Record<string, string>) => [name, detail])).toEqual([
    ['wait_time', 'FIXED_REPLY'],
    ['done', 'END'],
  ])
  expect(scenario.children[1].range.start).toEqual(positionOf(refund, 'done: END'))
  const [{ range, selectionRange }] = scenario.children
  const textOf = (part: Range) => TextDocument.create('', '', 1, refund).getText(part)
  expect(textOf(selectionRange)).toBe('wait_time')
  expect(textOf(range)).toBe('wait_time:\n      text: A refund takes 3 business days.\n      next: done')
  expect(textOf(scenario.children[1].range)).toBe('done: END')
  expect(scenario.range.end).toEqual(scenario.children[1].range.end)
  const found = await editor.request('workspace/symbol', { query: 'orFUND' })
  expect(found).toMatchObject([{ name: 'orders/refund', location: { uri: editor.uri(file) } }])
  expect(await editor.request('workspace/symbol', { query: '' })).toHaveLength(2)
  expect(await editor.request('workspace/symbol', { query: 'zz' })).toEqual([])
})

test('a node whose fields are behind an alias ends with it', async () => {
  const text =
    'title: x\ntrigger_description: x\nflow:\n  nodes:\n    wait: &wait { text: Wait., next: again }\n    again: *wait\n'
  const { request } = await documentOf(await folderWith(project), text)
  const [{ children }] = await request('documentSymbol')
  const texts = children.map(({ range }: { range: Range }) => TextDocument.create('', '', 1, text).getText(range))
  expect(texts).toEqual(['wait: &wait { text: Wait., next: again }', 'again: *wait'])
})

test('folds the lines below a line, and comments', async () => {
  const { request } = await documentOf(await folderWith(project))
  const ranges = await request('foldingRange')
  expect(ranges.map(({ startLine, endLine, kind }: Record<string, unknown>) => [startLine, endLine, kind])).toEqual([
    [0, 1, 'comment'],
    [5, 11, undefined],
    [6, 11, undefined],
    [7, 9, undefined],
  ])
})

test('a TypeScript source has symbols too', async () => {
  const text = `import { end, reply, scenario } from 'scenewright'\nimport { bye } from './shared/bye.ts'\nexport const first = scenario({ title: 'A', trigger_description: 'A.', flow: { nodes: { a: reply('x', { next: 'b' }), b: end() } } })\nexport const second = scenario({ title: 'B', trigger_description: 'B.', flow: { nodes: { c: reply(bye) } } })\n`
  const cwd = await folderWith({
    'scenewright.config.yaml': '',
    'scenarios/two.scenario.ts': text,
    'scenarios/shared/bye.ts': "export const bye = 'Bye'\n",
  })
  const editor = await editorAt({ cwd })
  const symbols = await editor.request('textDocument/documentSymbol', {
    textDocument: { uri: editor.uri('scenarios/two.scenario.ts') },
  })
  expect(symbols.map(({ name, range }: { name: string; range: object }) => [name, range])).toMatchObject([
    ['two/first', { start: { line: 2 }, end: { line: 2 } }],
    ['two/second', { start: { line: 3 }, end: { line: 3 } }],
  ])
  const nodes = symbols.flatMap(({ children }: { children: { range: Range }[] }) => children)
  expect(nodes.map(({ range }: { range: Range }) => TextDocument.create('', '', 1, text).getText(range))).toEqual([
    "a: reply('x', { next: 'b' })",
    'b: end()',
    'c: reply(bye)',
  ])
})

test('a scenario whose flow comes before its title contains its nodes, and its flow is shown at each of its lines', async () => {
  const text = `import { end, reply, scenario } from 'scenewright'
export const first = scenario({ title: 'A', trigger_description: 'A.', flow: { nodes: { a: end() } } })
export const second = scenario({
  flow: { nodes: { b: reply('x', { next: 'c' }), c: end() } },
  trigger_description: 'B.',
  title: 'B',
})
`
  const name = 'scenarios/two.scenario.ts'
  const editor = await editorAt({ cwd: await folderWith({ 'scenewright.config.yaml': '', [name]: text }) })
  const textDocument = { uri: editor.uri(name) }
  const symbols = await editor.request('textDocument/documentSymbol', { textDocument })
  expect(symbols[1]).toMatchObject({
    name: 'two/second',
    range: { start: { line: 3 }, end: { line: 5 } },
    children: [{ name: 'b', range: { start: { line: 3 } } }, { name: 'c' }],
  })
  for (const [line, key] of [
    [1, 'two/first'],
    [3, 'two/second'],
    [5, 'two/second'],
  ]) {
    const flow = await editor.request('scenewright/flow', { textDocument, position: { line, character: 40 } })
    expect(flow.key).toBe(key)
  }
})

test.each(['utf-8', 'utf-16'])('a position beyond a line is its end, before the line ending, in %s', async encoding => {
  const cwd = await folderWith({ 'scenewright.config.yaml': '' })
  const editor = await editorAt({ cwd, capabilities: { general: { positionEncodings: [encoding] } } })
  await editor.open(file, 'title: \u00dcber\r\ndescription:   x\r\n')
  const beyond = { line: 0, character: 99 }
  await editor.change(file, ' uns', { start: beyond, end: beyond })
  await editor.change(file, 'priority: 1', { start: { line: 7, character: 0 }, end: { line: 7, character: 0 } })
  const [edit] = await editor.request('textDocument/formatting', {
    textDocument: { uri: editor.uri(file) },
    options: { tabSize: 2, insertSpaces: true },
  })
  expect(edit.newText).toBe('title: \u00dcber uns\r\ndescription: x\r\npriority: 1\r\n')
})

test('a carriage return alone ends a line of a document, also for folding, selection, completion and quotes', async () => {
  const { editor, request } = await documentOf(await folderWith(project))
  const text = `# one\r# two\n${refund}`
  await editor.change(file, text)
  const document = TextDocument.create('', '', 1, text)
  const placeOf = (words: string, offset = 0) => document.positionAt(text.indexOf(words) + offset)
  expect((await request('foldingRange')).slice(0, 2)).toMatchObject([
    { startLine: 0, endLine: 3, kind: 'comment' },
    { startLine: 7, endLine: 13 },
  ])
  const [selection] = await request('selectionRange', { positions: [placeOf('Refund status', 1)] })
  expect(document.getText(selection.range)).toBe('Refund status')
  const items = await request('completion', { position: placeOf('next: done', 6) })
  expect(items.items.map(({ label }: { readonly label: string }) => label)).toEqual(['wait_time', 'done'])
  const at = placeOf('A refund', 1)
  const actions = await request('codeAction', { range: { start: at, end: at }, context: { diagnostics: [] } })
  const quoting = actions.find(({ title }: { readonly title: string }) => title === 'Put the text in quotes')
  const quoted = TextDocument.applyEdits(document, quoting.edit.changes[editor.uri(file)])
  expect(quoted).toBe(text.replace('A refund takes 3 business days.', '"A refund takes 3 business days."'))
})
