import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutContent } from '../../src/resources/knowledge/content.ts'
import { chunkText, maxChunkLength } from '../../src/retrieval/split-text.ts'

const chunksOf = (text: string) => [...chunkText(text)]
const withoutSpace = (text: string) => text.replace(/\s+/g, '')
const sentence = 'This sentence has about fifty characters in all, see. '

const pieces = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\n\n', ' ', '# Heading\n', '- item\n', 'z. B. ', '3. Mai. ', sentence, '\u2028', '\t'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ maxLength: 3 }).map(text => text.repeat(400)),
)

test('no part of a text is lost, and no passage is too long or empty', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      const text = parts.join('').toWellFormed()
      const chunks = chunksOf(text)
      expect(withoutSpace(chunks.join(''))).toBe(withoutSpace(text))
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(maxChunkLength)
        expect(chunk.trim()).not.toBe('')
        expect(chunk.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['nothing', '', []],
  ['white space', ' \n\r\n\t', []],
  ['a short text', 'One line.\n\nAnother line.', ['One line.\n\nAnother line.']],
  [
    'paragraphs that do not fit together',
    `${'a'.repeat(500)}\n\n${'b'.repeat(500)}`,
    ['a'.repeat(500), 'b'.repeat(500)],
  ],
  [
    'a heading that is not alone at an end',
    `${'a'.repeat(700)}.\n\nReturns\n\n${'b'.repeat(200)}.`,
    [`${'a'.repeat(700)}.`, `Returns\n\n${'b'.repeat(200)}.`],
  ],
  [
    'a marked heading right above its text',
    `${'a'.repeat(300)}.\n# Returns\nSend it back.`,
    [`${'a'.repeat(300)}.`, '# Returns\n\nSend it back.'],
  ],
  ['one long word', 'w'.repeat(1000), ['w'.repeat(800), 'w'.repeat(200)]],
  ['emoji without spaces', `x${'\u{1f600}'.repeat(500)}`, [`x${'\u{1f600}'.repeat(399)}`, '\u{1f600}'.repeat(101)]],
])('%s is split at natural boundaries', (_name, text, expected) => {
  expect(chunksOf(text)).toEqual(expected)
})

test('a long paragraph is split between sentences', () => {
  const chunks = chunksOf(sentence.repeat(40))
  expect(chunks.length).toBeGreaterThan(1)
  for (const chunk of chunks) expect(chunk).toMatch(/^This .* see\.$/)
})

const most = 2 * 1024 * 1024

test.each([
  ['one word', 'a'.repeat(most)],
  ['signs', '?!.'.repeat(most / 3)],
  ['full stops', '. '.repeat(most / 2)],
  ['empty lines', `${'\n '.repeat(most / 2 - 1)}x`],
  ['headings', '# a\n'.repeat(most / 4)],
  ['short lines', 'a\n\n'.repeat(most / 3)],
  ['words', 'lorem ipsum '.repeat(most / 12)],
])('2 MB of %s are split, and nothing is lost', (_name, text) => {
  // How long it takes is a row of `npm run bench`.
  let length = 0
  for (const chunk of chunkText(text)) {
    expect(chunk.length).toBeLessThanOrEqual(maxChunkLength)
    length += withoutSpace(chunk).length
  }
  expect(length).toBe(withoutSpace(text).length)
})

test('a content is split in small pieces of work, so that others can run', async () => {
  const text = sentence.repeat(200)
  let pieces = 0
  const chunks = await cutContent(text, {
    run: async work => {
      pieces += 1
      return work()
    },
  })
  expect(chunks.map(chunk => chunk.text)).toEqual(chunksOf(text))
  expect(pieces).toBe(chunks.length + 1)
})
