import type { Language } from '@scenewright/model/config'
import { loadStemmer } from './load-stemmer.ts'

/** Returns the part of a word that its inflected forms share. */
export type Stem = (word: string) => string

/** The languages of the API that Snowball has a stemmer for. */
export const algorithms: { readonly [language in Language]?: string } = {
  ru: 'russian',
  en: 'english',
  hy: 'armenian',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  ro: 'romanian',
}

/**
 * Without a stemmer, the beginning of a word is used. Measured on messages in Ukrainian, Kazakh, Polish and Uzbek: one
 * percentage point more accuracy than whole words with their runs of letters.
 */
const beginning = 5

/** The stemmer of a language. The result for each word is cached. */
export function stemmerOf(language: Language): Stem {
  const algorithm = algorithms[language]
  if (algorithm === undefined) return word => word.slice(0, beginning)
  const stemmer = loadStemmer(algorithm)
  const known = new Map<string, string>()
  return word => {
    const found = known.get(word)
    if (found !== undefined) return found
    const stem = stemmer.stem(word)
    if (known.size < maxKnown) known.set(word, stem)
    return stem
  }
}

/** The maximum number of cached words, so that endless messages do not fill the memory. */
const maxKnown = 100_000
