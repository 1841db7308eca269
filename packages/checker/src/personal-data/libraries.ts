import { createRequire } from 'node:module'

/*
 * Rules are synchronous and these libraries are slow to load, so they are required when a text needs them. The bundle
 * has its own `require`, to which the build passes the bundles of these packages; a module that runs unbundled has
 * none.
 */

/**
 * Loads the library that finds phone numbers. It takes about 100 ms from its own files, and a few milliseconds from the
 * bundle.
 */
export function loadPhones(): typeof import('libphonenumber-js') {
  return typeof require === 'function' ? require('libphonenumber-js') : own('libphonenumber-js')
}

/** Loads the library of international bank account numbers. */
export function loadIbans(): typeof import('ibantools') {
  return typeof require === 'function' ? require('ibantools') : own('ibantools')
}

/** Regular expressions that take linear time. */
export function loadPatterns(): typeof import('re2js') {
  return typeof require === 'function' ? require('re2js') : own('re2js')
}

function own(name: string) {
  return createRequire(import.meta.url)(name)
}
