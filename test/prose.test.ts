import { expect, test } from 'vitest'
import { pages, proseOf, readPage } from './prose/pages.ts'
import { plainWords } from './prose/plain-words.ts'
import { isSpelledRight } from './prose/spelling.ts'

/** Pages that quote what the program prints: their words are those of the rules and the assumptions. */
const generated = ['docs/assumptions.md', 'docs/rules/README.md']

const patterns = plainWords.map(([words, plain]) => {
  return { plain, pattern: new RegExp(`\\b(?:${words.replaceAll(' ', '\\s+')})\\b`, 'gi') }
})

test('every page uses plain words: test/prose/plain-words.ts says what to write instead', () => {
  const written = pages().filter(page => !generated.includes(page))
  expect(written.flatMap(page => wordsToReplace(page, readPage(page)))).toEqual([])
})

test('every page is spelled in American English; test/prose/words.txt has the names and terms of its own', () => {
  expect(pages().flatMap(page => misspellings(page, readPage(page)))).toEqual([])
})

test('a word is found with its line, also across lines, but not in code or addresses', () => {
  const page = ['# A bot', '```', 'mend', '```', '`mend` and [a link](mend.md)', 'hangs', 'on nothing.'].join('\n')
  expect(wordsToReplace('a.md', page)).toEqual(['a.md:6: "hangs on": write "depends on"'])
})

test('a misspelling is found with its line, but not in code or addresses', () => {
  const page = ['# A bot', '```', 'recieve', '```', '`recieve` and [a link](recieve.md)', 'recieve it.'].join('\n')
  expect(misspellings('a.md', page)).toEqual(['a.md:6: "recieve" is not in the dictionary'])
})

function wordsToReplace(page: string, text: string): string[] {
  const prose = proseOf(text)
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
