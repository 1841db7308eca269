import type { Change } from '@scenewright/model/compilation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lexer } from 'yaml'
import { byTier } from '../../../test/tier.ts'
import { anyCharacter } from '../../model/test/any-character.ts'
import { compileText } from '../src/index.ts'
import { edited, editsOf } from './edited.ts'
import { mangledSource } from './mangled-sources.ts'

const runs = Number(process.env.SCENEWRIGHT_RUNS ?? byTier({ once: 40, full: 5000 }))
const seeded = { numRuns: runs, seed: 11 }

const anyText = fc.oneof(
  fc.constantFrom(
    'new',
    '12',
    'true',
    'a: b',
    'it\'s "so"',
    '- x',
    'a, b]',
    '# no',
    'null',
    ' x ',
    'a\nb',
    '😀',
    '---',
  ),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
)

const comment = fc.constantFrom('', '', ' # why', '  # a: b, [c]')
const line = fc.constantFrom('', '', '\n', '# own line\n', '    # deep\n')

const listOfLines = fc
  .record({
    indent: fc.constantFrom('', ' ', '  ', '    '),
    gap: fc.constantFrom(' ', '   '),
    items: fc.array(
      fc.tuple(fc.constantFrom('a', "'it''s'", '"b: c"', 'd\n      e', '|-\n      f\n      g'), comment, line),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    above: line,
  })
  .map(({ indent, gap, items, above }) => {
    const lines = items.map(
      ([item, behind, below]) => `${indent}-${gap}${item}${item.includes('\n') ? '' : behind}\n${below}`,
    )
    return `\n${above}${lines.join('')}`
  })

const listInBrackets = fc
  .record({
    items: fc.array(fc.constantFrom('a', "'b, c'", '"d"', 'e f'), { maxLength: 4 }),
    isOnLines: fc.boolean(),
    comma: fc.constantFrom('', ','),
    comments: fc.array(comment, { minLength: 4, maxLength: 4 }),
    behind: comment,
  })
  .map(({ items, isOnLines, comma, comments, behind }) => {
    if (items.length === 0) return ` []${behind}\n`
    if (!isOnLines) return ` [${items.join(', ')}${comma}]${behind}\n`
    const lines = items.map((item, index) => {
      return `  ${item}${index === items.length - 1 ? comma : ','}${comments[index]}\n`
    })
    return ` [\n${lines.join('')}]${behind}\n`
  })

const listField = fc.oneof(fc.constant(undefined), listOfLines, listInBrackets)

const plainSource = fc
  .record({
    examples: listField,
    exclusions: listField,
    own: fc.constantFrom('', 'min_confidence: 80 # c\n'),
    crlf: fc.boolean(),
    above: line,
  })
  .map(({ examples, exclusions, own, crlf, above }) => {
    const lists = Object.entries({ examples, exclusions }).map(([name, list]) =>
      list === undefined ? '' : `${name}:${list}`,
    )
    const text = `${above}title: T\ntrigger_description: W${' # c'}\n${lists.join('')}${own}flow: { nodes: { a: END } }\n`
    return crlf ? text.replaceAll('\n', '\r\n') : text
  })

const change = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    path: fc.constantFrom(['scenario', 'examples'], ['scenario', 'exclusions']),
    texts: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    path: fc.constant(['scenario', 'min_confidence']),
    value: fc.integer({ min: 50, max: 100 }),
  }),
)

/** The source after the change, which has been compared with the wanted one; undefined if none was safe. */
async function changedSource(text: string, asked: Change): Promise<string | undefined> {
  const [scenario] = (await compileText({ file: 'a.scenario.yaml', key: 'a', text })).scenarios
  const edits = editsOf(scenario?.map.edit(asked))
  if (scenario === undefined || edits === undefined) return undefined
  const after = edited(text, edits)
  const [now] = (await compileText({ file: 'a.scenario.yaml', key: 'a', text: after })).scenarios
  expect(now?.document.scenario).toEqual(wanted(scenario.document.scenario, asked))
  expect(comments(after)).toEqual(comments(text))
  // Every line but the changed one is still there, in its order.
  const left = after.split('\n')
  const kept = text.split('\n').filter(each => left.includes(each)).length
  expect(kept).toBeGreaterThanOrEqual(text.split('\n').length - 2)
  return after
}

function wanted(scenario: Readonly<Record<string, unknown>>, asked: Change): unknown {
  const name = String(asked.path[1])
  if (asked.kind === 'set') return { ...scenario, [name]: asked.value }
  const before = scenario[name]
  return {
    ...scenario,
    [name]: [...(Array.isArray(before) ? before : []), ...('texts' in asked ? asked.texts : [])],
  }
}

function comments(text: string): readonly string[] {
  return [...new Lexer().lex(text)].filter(lexeme => /^#/.test(lexeme)).map(lexeme => lexeme.trimEnd())
}

test('an addition to a YAML source with comments changes nothing else', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(plainSource, change, async (text, asked) => {
      if ((await changedSource(text, asked)) !== undefined) made += 1
    }),
    seeded,
  )
  expect(made).toBeGreaterThan(runs * 0.8)
})

test('an addition to a hostile YAML source changes nothing else', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(mangledSource, change, async (source, asked) => {
      if ((await changedSource(source.replace(/^\ufeff/, ''), asked)) !== undefined) made += 1
    }),
    seeded,
  )
  expect(made).toBeGreaterThan(runs / 5)
})
