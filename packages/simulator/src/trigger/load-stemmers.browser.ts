import stemmers from 'snowball-stemmers'

/** Returns the stemmers. A bundle for a browser contains them, in place of `load-stemmers.ts`. */
export function loadStemmers(): typeof import('snowball-stemmers') {
  return stemmers
}
