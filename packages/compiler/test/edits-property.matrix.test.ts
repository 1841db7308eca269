import type { Change, CompiledDocument, DocumentPath } from '@scenewright/model/compilation'
import fc from 'fast-check'
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { byTier } from '../../../test/tier.ts'
import { anyCharacter } from '../../model/test/any-character.ts'
import { compileText, decompile } from '../src/index.ts'
import { readSuppressionForm } from '../src/parse/suppression-form.ts'
import { importDocument } from './documents.ts'
import { edited, editsOf } from './edited.ts'
import { mangledSource } from './mangled-sources.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 20, full: 150 }))
/** So few are the same ones each time: chance could make most of them useless. */
const seeded = { numRuns: runs, ...byTier({ once: { seed: 8 }, full: {} }) }

interface Step {
  readonly path: DocumentPath
  readonly value: string
}

/** The texts of a document that a source may say, but for ids, and for sources, which the priorities of edges hang on. */
function textsOf(value: unknown, path: DocumentPath = ['scenario']): readonly Step[] {
  if (typeof value === 'string') return ['id', 'source'].includes(String(path.at(-1))) ? [] : [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, [...path, isList ? Number(name) : name]))
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a source may hold
const template = '`${a}`'

const wish = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'strip'),
  pick: fc.nat(),
  text: fc.oneof(
    fc.constantFrom('new', '12', 'a: b', 'it\'s "so"', '- x', 'a, b]', '# no', 'null', '', ' x ', template, '\\u200b'),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  ),
})

function changeOf({ kind, text }: { kind: string; text: string }, { path, value }: Step): Change {
  // A removed field gets its default, which the edits of the vocabulary take into account.
  if (kind === 'remove' && typeof path.at(-1) === 'number') return { kind, path }
  if (kind !== 'strip') return { kind: 'replace', path, text }
  const letter = [...value].at(value.length >> 1) ?? 'x'
  const code = letter.codePointAt(0)?.toString(16) ?? '78'
  return { kind: 'strip', path, characters: new RegExp(`\\u{${code}}`, 'gu') }
}

/** What the document should be. */
function wanted(document: unknown, [step, ...rest]: DocumentPath, change: Change): unknown {
  if (step === undefined) {
    if (change.kind === 'replace') return change.text
    return change.kind === 'strip' ? String(document).replace(change.characters, '') : undefined
  }
  const copy = structuredClone(document) as Record<string | number, unknown>
  if (rest.length === 0 && change.kind === 'remove' && Array.isArray(copy)) copy.splice(Number(step), 1)
  else copy[step] = wanted(copy[step], rest, change)
  return copy
}

/** Edge ids that are not written follow from the edge's ends. */
function withoutIds(document: unknown): unknown {
  // It is a document, changed in one of its texts.
  const { scenario, ...rest } = document as CompiledDocument
  const edges = scenario.definition.edges.map(({ id: _id, ...edge }) => edge)
  return { ...rest, scenario: { ...scenario, definition: { ...scenario.definition, edges } } }
}

async function holds(text: string, file: string, { pick, ...asked }: { kind: string; text: string; pick: number }) {
  const { scenarios } = await compileText({ file, key: 'a', text })
  const [scenario] = scenarios
  const texts = textsOf(scenario?.document.scenario)
  const step = texts[pick % Math.max(1, texts.length)]
  if (scenario === undefined || step === undefined) return undefined
  const change = changeOf(asked, step)
  const edits = editsOf(scenario.map.edit(change))
  if (edits === undefined) return undefined
  const after = edited(text, edits)
  const [changed] = (await compileText({ file, key: 'a', text: after })).scenarios
  // A text that the schema refuses, such as an empty title, is for the checker to say.
  if (changed !== undefined) {
    expect(withoutIds(changed.document)).toEqual(withoutIds(wanted(scenario.document, change.path, change)))
  }
  return { after, isRemoval: change.kind === 'remove' }
}

test('an edit of a YAML source changes nothing else, and loses no comment', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(mangledSource, wish, async (source, asked) => {
      const text = source.replace(/^\ufeff/, '')
      const result = await holds(text, 'a.scenario.yaml', asked)
      if (result === undefined) return
      made += 1
      const lost = lostComments(yamlComments(text), yamlComments(result.after))
      // An item takes along the suppressions that cover only it.
      expect(lost.filter(comment => !result.isRemoval || !isSuppression(comment))).toEqual([])
    }),
    seeded,
  )
  expect(made).toBeGreaterThan(runs / 4)
})

test('an edit of a TypeScript source changes nothing else, and loses no comment', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(importDocument, fc.array(fc.nat(9), { minLength: 9 }), wish, async (document, tape, asked) => {
      const text = commented(decompile(document, 'ts'), tape)
      const result = await holds(text, 'a.scenario.ts', asked)
      if (result === undefined) return
      made += 1
      expect(typescriptComments(result.after)).toEqual(typescriptComments(text))
    }),
    seeded,
  )
  expect(made).toBeGreaterThan(runs / 4)
})

function yamlComments(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter(lexeme => /^#/.test(lexeme)).map(lexeme => lexeme.trimEnd())
}

/** The comments that are missing after an edit. Expects that the others are the same, in their order, and no more. */
function lostComments(before: readonly string[], after: readonly string[]): readonly string[] {
  let next = 0
  const lost = before.filter(comment => {
    if (comment !== after[next]) return true
    next += 1
    return false
  })
  expect(after.slice(next)).toEqual([])
  return lost
}

const isSuppression = (comment: string) => readSuppressionForm(comment.slice(1)) !== undefined

/** Puts comments and line breaks between the tokens of a source. */
function commented(text: string, tape: readonly number[]): string {
  const gaps = ['/* c */', ' // c\n', '\n', '\n// c\n', '\r\n']
  return tokensOf(text)
    .map(({ isTrivia, part }, index) => (isTrivia ? part + (gaps[tape[index % tape.length] ?? 9] ?? '') : part))
    .join('')
}

function typescriptComments(text: string): readonly string[] {
  return tokensOf(text).flatMap(({ isTrivia, part }) => (/^\/[/*]/.test(part) && isTrivia ? [part] : []))
}

function tokensOf(text: string): readonly { isTrivia: boolean; part: string }[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  const parts: { isTrivia: boolean; part: string }[] = []
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const isTrivia = kind >= ts.SyntaxKind.FirstTriviaToken && kind <= ts.SyntaxKind.LastTriviaToken
    parts.push({ isTrivia, part: text.slice(scanner.getTokenStart(), scanner.getTokenEnd()) })
  }
  return parts
}
