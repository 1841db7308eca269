import { wordsOf } from '@scenewright/simulator'
import { isCommonWord } from './common-words.ts'

/** The words of a question, to be looked for in texts. */
export interface AskedWords {
  /** How many of them a text has, in whatever form. */
  countIn(text: string): number
  /** Whether a text has one that another text does not have. */
  hasMore(text: string, than: string): boolean
}

/** Forms of a word share about so much of it from its beginning. */
const sharedPart = 0.7
const shortestBeginning = 4

/** Takes a question apart. Knows no language: two words with the same beginning are taken for forms of one. */
export function askedWordsOf(query: string): AskedWords {
  const words = wordsOf(query)
  const telling = words.filter(word => !isCommonWord(word))
  const beginnings = [...new Set((telling.length > 0 ? telling : words).map(beginningOf))]
  const foundIn = (text: string) => {
    const present = wordsOf(text)
    return beginnings.filter(beginning => present.some(word => isFormOf(word, beginning)))
  }
  return {
    countIn: text => foundIn(text).length,
    hasMore: (text, than) => {
      const there = new Set(foundIn(than))
      return foundIn(text).some(beginning => !there.has(beginning))
    },
  }
}

function beginningOf(word: string): string {
  return word.slice(0, Math.max(shortestBeginning, Math.ceil(word.length * sharedPart)))
}

function isFormOf(word: string, beginning: string): boolean {
  return beginning.length < shortestBeginning ? word === beginning : word.startsWith(beginning)
}
