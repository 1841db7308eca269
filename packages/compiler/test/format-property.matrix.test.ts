import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { byTier } from '../../../test/tier.ts'
import { formatYaml } from '../src/format/format-yaml.ts'
import { decompile, emitDocument } from '../src/index.ts'
import { brokenSource } from './broken-source.ts'
import { compileYaml } from './compile-yaml.ts'
import { importDocument } from './documents.ts'
import { mangledSource } from './mangled-sources.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 20, full: 300 }))
/** So few are the same ones each time: chance could make most of them useless. */
const seeded = { numRuns: runs, ...byTier({ once: { seed: 8 }, full: {} }) }

async function formatted(text: string): Promise<string | undefined> {
  const formatting = await formatYaml('a.scenario.yaml', text)
  return formatting.ok ? formatting.text : undefined
}

test('formatting any source keeps its meaning, and formatting again changes nothing', async () => {
  let unread = 0
  await fc.assert(
    fc.asyncProperty(mangledSource, async text => {
      const once = await formatted(text)
      unread += once === undefined ? 1 : 0
      if (once === undefined) return
      expect(await formatted(once)).toBe(once)
      const [before, after] = [await compileYaml(text.replace(/^\ufeff/, '')), await compileYaml(once)]
      expect(after.scenario && emitDocument(after.scenario.document)).toBe(
        before.scenario && emitDocument(before.scenario.document),
      )
      expect(commentsOf(once).sort()).toEqual(commentsOf(text).sort())
    }),
    seeded,
  )
  expect(unread).toBeLessThan(runs / 10)
})

test('a source with CRLF line ends has the same form as with LF, apart from the line ends', async () => {
  await fc.assert(
    fc.asyncProperty(mangledSource, async text => {
      const lf = text.replaceAll('\r\n', '\n')
      const form = await formatted(lf)
      // Without any line end in the text there is nothing that tells.
      fc.pre(form !== undefined && lf.includes('\n') && !lf.startsWith('\n') && !lf.includes('\r'))
      expect(await formatted(lf.replaceAll('\n', '\r\n'))).toBe(form?.replaceAll('\n', '\r\n'))
    }),
    { numRuns: Math.ceil(runs / 3) },
  )
})

test('decompiled sources are already formatted', async () => {
  await fc.assert(
    fc.asyncProperty(importDocument, async document => {
      const text = decompile(document)
      expect(await formatted(text)).toBe(text)
    }),
    seeded,
  )
})

test('a valid source with a random edit is formatted, or has a finding', async () => {
  await fc.assert(
    fc.asyncProperty(brokenSource, async text => {
      const once = await formatted(text)
      if (once !== undefined) expect(await formatted(once)).toBe(once)
    }),
    seeded,
  )
})

/** The comments of a text, of those that the sources here hold. */
function commentsOf(text: string): string[] {
  return [...new Lexer().lex(text)]
    .filter(lexeme => /^#( ?c| ü| \tc| scenewright)/.test(lexeme))
    .map(lexeme => lexeme.trimEnd())
}
