import type { Language } from '@scenewright/model'
import { type Stem, stemmerOf, wordsOf } from '@scenewright/simulator'
import { isCommonWord } from './common-words.ts'

/** Takes texts apart into the stems of their words. Looks at the first 2,000 characters of a text. */
export interface SearchWords {
  /** All of a passage, in their order. */
  ofPassage(text: string): readonly string[]
  /** Those that tell what a question is about, each once, at most 40. */
  ofQuestion(text: string): readonly string[]
}

const cyrillic: ReadonlySet<Language> = new Set(['ru', 'uk', 'be', 'kk', 'ky', 'tg'])
const mostAsked = 40

/**
 * Makes it for a bot's language. Words in the other of the two alphabets, Latin and Cyrillic, are stemmed as English or
 * Russian ones.
 */
export function createSearchWords(language: Language): SearchWords {
  const stemCyrillic = stemmer(cyrillic.has(language) ? language : 'ru')
  const stemOther = stemmer(cyrillic.has(language) ? 'en' : language)
  const stem = (word: string) => (/^[\u0400-\u04ff]/.test(word) ? stemCyrillic(word) : stemOther(word))
  return {
    ofPassage: text => plainWords(text).map(stem),
    ofQuestion: text => [...new Set(withoutCommon(plainWords(text)).map(stem))].slice(0, mostAsked),
  }
}

/** Two spellings of a letter that people take for one are one. */
function plainWords(text: string): readonly string[] {
  return wordsOf(text).map(word => word.replaceAll('\u0451', '\u0435').replaceAll('\u00df', 'ss'))
}

function withoutCommon(words: readonly string[]): readonly string[] {
  const telling = words.filter(word => !isCommonWord(word))
  return telling.length > 0 ? telling : words
}

/** A stemmer keeps what it has stemmed: one a language serves all bots. */
const stemmers = new Map<Language, Stem>()

function stemmer(language: Language): Stem {
  const known = stemmers.get(language)
  if (known !== undefined) return known
  const made = stemmerOf(language)
  stemmers.set(language, made)
  return made
}
