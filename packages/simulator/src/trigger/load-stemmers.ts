import { createRequire } from 'node:module'

/**
 * Loads the stemmers: a large library that most commands never need, loaded synchronously on first use. A bundle has
 * its own `require`, to which the build passes the bundle of this package; a module that runs unbundled has none.
 */
export function loadStemmers(): typeof import('snowball-stemmers') {
  return typeof require === 'function'
    ? require('snowball-stemmers')
    : createRequire(import.meta.url)('snowball-stemmers')
}
