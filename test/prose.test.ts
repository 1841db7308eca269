import { expect, test } from 'vitest'
import { messagesOf, pages, proseOf, readPage, sources } from './prose/pages.ts'
import { plainWords } from './prose/plain-words.ts'
import { isSpelledRight } from './prose/spelling.ts'

const patterns = plainWords.map(([words, plain]) => {
  return { plain, pattern: new RegExp(`\\b(?:${words.replaceAll(' ', '\\s+')})\\b`, 'gi') }
})

test('every page uses plain words: test/prose/plain-words.ts lists the alternatives', () => {
  expect(pages().flatMap(page => wordsToReplace(page, proseOf(readPage(page))))).toEqual([])
})

/** Texts in which a customer or a parcel speaks. */
const said = ['packages/conformance/src/rows/knowledge.ts', 'packages/conformance/src/subject/samples.ts']

/** The instructions of a model, tuned on its answers. */
const prompts = ['packages/service/src/privacy/pseudonymizer.ts']

test('every message of the program uses plain words', () => {
  const files = sources().filter(file => ![...said, ...prompts].includes(file.replaceAll('\\', '/')))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(file => wordsToReplace(file, messagesOf(readPage(file))))).toEqual([])
})

test('a word in a message is found with its line, but not in names, comments or single words', () => {
  const source = ["const mend = 'mend' // mend", '', 'f(`nothing', 'to mend`, "mend it")'].join('\n')
  expect(wordsToReplace('a.ts', messagesOf(source))).toEqual([
    'a.ts:4: "mend": write "fix"',
    'a.ts:4: "mend": write "fix"',
  ])
})

test('every page is spelled in American English; test/prose/words.txt lists names and terms', () => {
  expect(pages().flatMap(page => misspellings(page, readPage(page)))).toEqual([])
})

test('a word is found with its line, also across lines, but not in code or addresses', () => {
  const page = ['# A bot', '```', 'mend', '```', '`mend` and [a link](mend.md)', 'hangs', 'on nothing.'].join('\n')
  expect(wordsToReplace('a.md', proseOf(page))).toEqual(['a.md:6: "hangs on": write "depends on"'])
})

test('a misspelling is found with its line, but not in code or addresses', () => {
  const page = ['# A bot', '```', 'recieve', '```', '`recieve` and [a link](recieve.md)', 'recieve it.'].join('\n')
  expect(misspellings('a.md', page)).toEqual(['a.md:6: "recieve" is not in the dictionary'])
})

function wordsToReplace(page: string, prose: string): string[] {
  return patterns.flatMap(({ pattern, plain }) =>
    [...prose.matchAll(pattern)].map(found => {
      const line = prose.slice(0, found.index).split('\n').length
      return `${page}:${line}: "${found[0].replace(/\s+/g, ' ')}": write "${plain}"`
    }),
  )
}

function misspellings(page: string, text: string): string[] {
  return proseOf(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/(?<![\p{L}\p{N}_.])[A-Za-z][A-Za-z'’]*(?![\p{L}\p{N}_])/gu)]
        .filter(([word]) => !isSpelledRight(word))
        .map(([word]) => `${page}:${index + 1}: "${word}" is not in the dictionary`),
    )
}
