import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decompile, emitDocument, readDocument } from '../src/index.ts'
import { compileYaml } from './compile-yaml.ts'
import { importDocument } from './documents.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? 300)

test('every document survives the round trip through its source, including the order of fields', async () => {
  await fc.assert(
    fc.asyncProperty(importDocument, async document => {
      const text = decompile(document)
      const { scenario, findings } = await compileYaml(text)
      if (scenario === undefined) throw new Error(`${findings[0]?.message}\n${text}`)
      expect(findings).toEqual([])
      // Not `toStrictEqual`: it takes a field named `constructor` for the object's own.
      deepStrictEqual(scenario.document, document)
      expect(emitDocument(scenario.document)).toBe(emitDocument(document))
    }),
    { numRuns: runs },
  )
})

test('the reader accepts every generated document', () => {
  fc.assert(
    fc.property(importDocument, document => {
      const reading = readDocument(JSON.stringify(document))
      expect(reading.ok ? [] : reading.problems).toEqual([])
    }),
    { numRuns: 50 },
  )
})
