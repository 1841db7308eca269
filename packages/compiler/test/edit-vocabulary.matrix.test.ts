import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EditResult } from '@scenewright/model/compilation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { compileText, decompile } from '../src/index.ts'
import { importDocument } from './documents.ts'
import { edited, editsOf } from './edited.ts'
import { mangledSource } from './mangled-sources.ts'
import { asked, comparable, lastingComments, type Wish, wish } from './random-change.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 30, full: 2000 }))
const seeded = { numRuns: runs, seed: 5 }

interface Source {
  readonly file: string
  readonly text: string
}

/** The sources of both example bots. */
const examples: readonly Source[] = ['shop', 'clinic'].flatMap(bot => {
  const folder = join(import.meta.dirname, '../../../scenarios', bot, 'scenarios')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.scenario\.(yaml|ts)$/.test(name))
    .toSorted()
    .map(name => ({ file: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }))
})

/** Makes the change, and checks all that is promised of it. Returns whether it was made. */
async function isMade({ file, text }: Source, wanted: Wish): Promise<boolean> {
  const [scenario] = (await compileText({ file, key: 'a', text })).scenarios
  const change = scenario && asked(scenario, wanted)
  if (scenario === undefined || change === undefined) return false
  const result: EditResult = scenario.map.edit(change[0])
  const edits = editsOf(result)
  if (edits === undefined || !('inverse' in result)) return false
  const after = edited(text, edits)
  expect(edited(after, result.inverse)).toBe(text)
  expect(lastingComments(after, file, change[0])).toEqual(lastingComments(text, file, change[0]))
  const [now] = (await compileText({ file, key: 'a', text: after })).scenarios
  // A value that the schema refuses is for the checker to report.
  if (now !== undefined) expect(comparable(now.document)).toEqual(comparable(change[1]))
  return true
}

test('an edit of an example bot makes exactly the change, keeps all comments, and can be undone', async () => {
  let made = 0
  const source = fc.constantFrom(...examples)
  await fc.assert(
    fc.asyncProperty(source, fc.boolean(), wish, async ({ file, text }, isCrlf, wanted) => {
      const asWritten = { file, text: isCrlf ? text.replaceAll('\n', '\r\n') : text }
      if (await isMade(asWritten, wanted)) made += 1
    }),
    { ...seeded, numRuns: runs * 2 },
  )
  expect(made).toBeGreaterThan(runs / 2)
})

test('an edit of a source in any style of YAML does as well', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(mangledSource, wish, async (text, wanted) => {
      if (await isMade({ file: 'a.scenario.yaml', text: text.replace(/^\ufeff/, '') }, wanted)) made += 1
    }),
    { ...seeded, numRuns: runs * 2 },
  )
  expect(made).toBeGreaterThan(runs / 4)
})

test('an edit of a generated TypeScript source does as well', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(importDocument, wish, async (document, wanted) => {
      if (await isMade({ file: 'a.scenario.ts', text: decompile(document, 'ts') }, wanted)) made += 1
    }),
    seeded,
  )
  expect(made).toBeGreaterThan(runs / 5)
})
