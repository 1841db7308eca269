import { newStemmer, type Stemmer } from 'snowball-stemmers'

/** Returns the stemmer of a language. A bundle for a browser contains them all, in place of `load-stemmer.ts`. */
export function loadStemmer(algorithm: string): Stemmer {
  return newStemmer(algorithm)
}
