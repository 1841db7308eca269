import { deepStrictEqual } from 'node:assert'
import type { ImportDocument } from '@scenewright/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { compileText, decompile, emitDocument } from '../src/index.ts'
import { importDocument } from './documents.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 30, full: 300 }))

async function compiled(text: string) {
  const { scenarios, findings } = await compileText({ file: 'a.scenario.ts', key: 'a', text })
  return { document: scenarios[0]?.document, findings }
}

test('every document survives the round trip through its TypeScript source, including the order of fields', async () => {
  await fc.assert(
    fc.asyncProperty(importDocument, async document => {
      const text = decompile(document, 'ts')
      const back = await compiled(text)
      if (back.document === undefined) throw new Error(`${back.findings[0]?.message}\n${text}`)
      expect(back.findings).toEqual([])
      deepStrictEqual(back.document, document)
      expect(emitDocument(back.document)).toBe(emitDocument(document))
    }),
    { numRuns: runs },
  )
})

const always = { type: 'ALWAYS' }

/** A document whose flow has these nodes, each leading to the next one. */
function documentOf(nodes: readonly { readonly id: string; readonly [field: string]: unknown }[]): ImportDocument {
  const edges = nodes.slice(1).map(({ id }, index) => {
    const source = nodes[index]?.id ?? ''
    return { id: `${source}--${id}`, source, target: id, priority: 1, condition: always }
  })
  const definition = { start_node_id: nodes[0]?.id ?? '', nodes, edges }
  const scenario = { title: 'Refund', trigger_description: "It's when", priority: 100, definition }
  return { format: 'service.bot-scenario', schema_version: 2, scenario } satisfies object as unknown as ImportDocument
}

test('a document is decompiled to idiomatic TypeScript', () => {
  const words =
    'A refund takes 3–5 business days from the day on which the parcel has come back to us, and is looked at.'
  const document = documentOf([
    { id: 'wait', type: 'FIXED_REPLY', title: 'wait', text: 'A refund takes a week.' },
    { id: 'long', type: 'FIXED_REPLY', title: 'Long', text: words, colour: 'red' },
    { id: 'lines', type: 'FIXED_REPLY', title: 'lines', text: `Write to us:\n- by \`mail\`\n- for \${5}` },
    { id: 'ask-more', type: 'ASK', title: 'ask-more', text: 'It\'s "more"?', answers: ['yes', 'no'] },
    { id: 'done', type: 'END', title: 'Done' },
  ])
  expect(decompile(document, 'ts')).toMatchSnapshot()
})

test.each([
  ['ids that JavaScript would reorder', ['2', '1']],
  ['an id that comes before a number', ['a', '1']],
  ['a duplicate id', ['a', 'a']],
])('%s are written as a list of pairs', async (_, ids) => {
  const document = documentOf(ids.map(id => ({ id, type: 'END', title: id })))
  const text = decompile(document, 'ts')
  expect(text).toContain(`nodes: [\n      ['${ids[0]}', `)
  expect((await compiled(text)).document?.scenario.definition.nodes.map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['1', '2'],
  ['__proto__', 'constructor'],
])('ids whose order JavaScript keeps are written as an object: %s, %s', async (...ids) => {
  const text = decompile(documentOf(ids.map(id => ({ id, type: 'END', title: id }))), 'ts')
  expect(text).toContain('nodes: {\n')
  expect((await compiled(text)).document?.scenario.definition.nodes.map(({ id }) => id)).toEqual(ids)
})

test.each([
  '\u2028',
  '\u0000',
  '1\u00008',
  '\ud800',
  '😀',
  "it's",
  '"',
  '\\',
  '`$' + '{a}`\nb',
  'a\r\nb',
  'a \nb',
  '\ufeff',
])('the text %j survives the round trip unchanged', async text => {
  const document = documentOf([{ id: 'a', type: 'FIXED_REPLY', title: 'a', text }])
  const back = await compiled(decompile(document, 'ts'))
  expect(back.document?.scenario.definition.nodes[0]?.text).toBe(text)
})
