import { InternalError } from '@scenewright/model'
import * as ibans from 'ibantools'
import * as phones from 'libphonenumber-js'

/** Returns the library that finds phone numbers. A bundle for a browser contains it, in place of `libraries.ts`. */
export function loadPhones(): typeof import('libphonenumber-js') {
  return phones
}

/** Returns the library of international bank account numbers. */
export function loadIbans(): typeof import('ibantools') {
  return ibans
}

/** Only a project file contains patterns, and a page has none. */
export function loadPatterns(): typeof import('re2js') {
  throw new InternalError('a page has no project file')
}
