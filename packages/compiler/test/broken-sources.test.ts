import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decompile, emitDocument } from '../src/index.ts'
import { compileYaml } from './compile-yaml.ts'
import { importDocument } from './documents.ts'

const pieces = [
  '\n',
  ' ',
  '  ',
  '\t',
  ':',
  ': ',
  '- ',
  '? ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '#',
  ' # ',
  '&a ',
  '*a',
  '!!str ',
  '!x ',
  '|',
  '>-',
  '\n---\n',
  '\n...\n',
  '%YAML 1.1\n',
  '<<: ',
  '\r\n',
  '\r',
  '\0',
  '\ufeff',
  '\ud800',
  '\u2028',
  '@',
  '`',
  'null',
  '5',
  'next: ',
  'extra: ',
  '\n  ',
  '\\',
]

/** A source that was sound until somebody's hand slipped, a few times. */
const brokenSource = fc
  .tuple(
    importDocument.map(decompile),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), fc.constantFrom('', ...pieces)), { minLength: 1, maxLength: 6 }),
  )
  .map(([text, slips]) =>
    slips.reduce((current, [at, gone, piece]) => {
      const offset = at % (current.length + 1)
      return current.slice(0, offset) + piece + current.slice(offset + gone)
    }, text),
  )

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? 300)

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
