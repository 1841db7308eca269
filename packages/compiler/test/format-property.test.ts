import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { formatYaml } from '../src/format/format-yaml.ts'
import { decompile, emitDocument } from '../src/index.ts'
import { brokenSource } from './broken-source.ts'
import { compileYaml } from './compile-yaml.ts'
import { importDocument } from './documents.ts'
import { mangledSource } from './mangled-sources.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? 300)

async function formatted(text: string): Promise<string | undefined> {
  const formatting = await formatYaml('a.scenario.yaml', text)
  return formatting.ok ? formatting.text : undefined
}

test('however a source is written, its form keeps what it says, and is its own form', async () => {
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
    { numRuns: runs },
  )
  expect(unread).toBeLessThan(runs / 10)
})

test('what decompile writes has the form already', async () => {
  await fc.assert(
    fc.asyncProperty(importDocument, async document => {
      const text = decompile(document)
      expect(await formatted(text)).toBe(text)
    }),
    { numRuns: runs },
  )
})

test('a source that was sound until a hand slipped has a form, or a finding', async () => {
  await fc.assert(
    fc.asyncProperty(brokenSource, async text => {
      const once = await formatted(text)
      if (once !== undefined) expect(await formatted(once)).toBe(once)
    }),
    { numRuns: runs },
  )
})

/** The comments of a text, of those that the sources here hold. */
function commentsOf(text: string): string[] {
  return [...new Lexer().lex(text)]
    .filter(lexeme => /^#( ?c| ü| \tc| scenewright)/.test(lexeme))
    .map(lexeme => lexeme.trimEnd())
}
