import { createRequire } from 'node:module'
import type { Stemmer } from 'snowball-stemmers'

/**
 * Loads the stemmer of a language, synchronously on first use: most commands never need one. A bundle has its own
 * `require`, and contains the library; a module that runs unbundled has none. The command line contains
 * `scripts/build/load-stemmer.cjs` in place of this file.
 */
export function loadStemmer(algorithm: string): Stemmer {
  const { newStemmer }: typeof import('snowball-stemmers') =
    typeof require === 'function' ? require('snowball-stemmers') : createRequire(import.meta.url)('snowball-stemmers')
  return newStemmer(algorithm)
}
