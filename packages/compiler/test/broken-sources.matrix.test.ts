import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { emitDocument } from '../src/index.ts'
import { brokenSource } from './broken-source.ts'
import { compileYaml } from './compile-yaml.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 40, full: 300 }))

test('a broken source never throws: it has findings inside its text, or it compiles', async () => {
  await fc.assert(
    fc.asyncProperty(brokenSource, async text => {
      const { scenario, findings } = await compileYaml(text)
      const lines = text.split('\n')
      for (const { range } of findings) {
        for (const { line, column } of [range.start, range.end]) {
          expect(line).toBeLessThanOrEqual(lines.length)
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1)
        }
      }
      if (scenario === undefined) expect(findings.length).toBeGreaterThan(0)
      else expect(JSON.parse(emitDocument(scenario.document))).toHaveProperty('scenario.definition.nodes')
    }),
    { numRuns: runs },
  )
})
