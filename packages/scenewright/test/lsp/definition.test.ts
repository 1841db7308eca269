import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Location } from 'vscode-languageserver-protocol'
import { folderWith } from '../run.ts'
import { editorAt, positionOf } from './editor.ts'

const refund = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples:
  - Where is my refund?
  - When do I get my money back
  - refund still not here
flow:
  start: wait_time
  nodes:
    wait_time:
      text: A refund takes 3 business days.
      next: contact
    contact:
      text: Still nothing after that? Write to us.
      next:
        to: done
    done: END
`

const tests = `conversations:
  - name: asks for the money
    turns:
      - user: where is my refund
        expect:
          starts: refund
          walk: [wait_time, contact, done]
`

const project = {
  'scenewright.config.yaml': '',
  'scenarios/refund.scenario.yaml': refund,
  'scenarios/refund.test.yaml': tests,
}
const source = 'scenarios/refund.scenario.yaml'
const testFile = 'scenarios/refund.test.yaml'

test('goes from an edge, from the start, and from a test to the node', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  expect(editor.server.capabilities).toMatchObject({ definitionProvider: true, positionEncoding: 'utf-16' })
  await editor.open(source, refund)
  const definition = (file: string, text: string, words: string, options = {}) =>
    editor.requestAt('textDocument/definition', file, positionOf(text, words, options))
  const node = (words: string, length: number) => {
    const start = positionOf(refund, words, { offset: words.length - length - 1 })
    return [{ uri: editor.uri(source), range: { start, end: { ...start, character: start.character + length } } }]
  }
  expect(await definition(source, refund, 'contact\n')).toEqual(node('    contact:', 7))
  expect(await definition(source, refund, 'start: wait_time', { offset: 8 })).toEqual(node('    wait_time:', 9))
  expect(await definition(source, refund, 'to: done', { offset: 4 })).toEqual(node('    done:', 4))
  expect(await definition(testFile, tests, 'contact')).toEqual(node('    contact:', 7))
  expect(await definition(source, refund, 'business')).toBe(null)
})

test('goes from a test to the scenario', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const found = await editor.requestAt(
    'textDocument/definition',
    testFile,
    positionOf(tests, 'starts: refund', { offset: 9 }),
  )
  expect(found).toEqual([
    { uri: editor.uri(source), range: { start: { line: 0, character: 7 }, end: { line: 0, character: 20 } } },
  ])
})

test('the text in the editor overrides the file on the disk', async () => {
  const cwd = await folderWith(project)
  const editor = await editorAt({ cwd })
  await editor.open(source, refund)
  await editor.change(source, 'later', { start: { line: 11, character: 12 }, end: { line: 11, character: 19 } })
  await editor.whenPublished(source, list => list.some(({ code }) => code === 'graph/unknown-target'))
  await editor.close(source)
  await editor.whenPublished(source, list => list.every(({ code }) => code !== 'graph/unknown-target'))
  expect(readFileSync(join(cwd, source), 'utf8')).toBe(refund)
})

test('columns count bytes if the client prefers that', async () => {
  const text = refund.replace('to: done', 'to: "d\u00f6ne"').replace('    done:', '    "d\u00f6ne":')
  const editor = await editorAt({
    cwd: await folderWith({ ...project, [source]: text }),
    capabilities: { general: { positionEncodings: ['utf-8', 'utf-16'] } },
  })
  expect(editor.server.capabilities.positionEncoding).toBe('utf-8')
  await editor.open(source, text)
  const found = await editor.requestAt('textDocument/definition', source, positionOf(text, 'to: "d', { offset: 6 }))
  expect(found).toMatchObject([{ range: { start: { character: 4 }, end: { character: 11 } } }])
})

test('finds all places that name a node or a scenario', async () => {
  const editor = await editorAt({ cwd: await folderWith(project) })
  const find = async (words: string, offset: number, includeDeclaration: boolean) => {
    const found = await editor.requestAt('textDocument/references', source, positionOf(refund, words, { offset }), {
      context: { includeDeclaration },
    })
    return found.map(({ uri, range }: Location) => [uri.split('/').at(-1), range.start.line])
  }
  expect(await find('    contact:', 5, true)).toEqual([
    ['refund.scenario.yaml', 12],
    ['refund.scenario.yaml', 11],
    ['refund.test.yaml', 6],
  ])
  expect(await find('Refund status', 0, false)).toEqual([['refund.test.yaml', 5]])
})
