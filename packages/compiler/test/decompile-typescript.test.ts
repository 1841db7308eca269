import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileText, decompile, emitDocument } from '../src/index.ts'
import { importDocument } from './documents.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? 300)

async function compiled(text: string) {
  const { scenarios, findings } = await compileText({ file: 'a.scenario.ts', key: 'a', text })
  return { document: scenarios[0]?.document, findings }
}

test('every document comes back from its TypeScript source, fields, order and all', async () => {
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
