import picomatch from 'picomatch'
import { loadPatterns } from './personal-data/libraries.ts'

const options = { dot: true, windows: false }

/** Longer globs are refused. */
const maxLength = 1000

/** The number of wildcards up to which the library's own regular expressions are fast for any name, without groups. */
const fewWildcards = 2

/** Creates the function that tells whether a file matches one of several globs, in linear time for any of them. */
export function createFileMatcher(files: string | readonly string[]): (file: string) => boolean {
  const matchers = [files].flat().map(createMatcher)
  return file => matchers.some(matches => matches(file))
}

/** Why a glob cannot be used; undefined if it can. */
export function findGlobFault(glob: string): string | undefined {
  if (glob === '') return 'it is empty'
  if (glob.length > maxLength) return `it is longer than ${maxLength} characters`
  try {
    createMatcher(glob)
    return undefined
  } catch {
    return `it has "!(…)" together with another group, or with more than ${fewWildcards} wildcards`
  }
}

function createMatcher(glob: string): (file: string) => boolean {
  const wildcards = glob.match(/\*+/g)?.length ?? 0
  const groups = glob.match(/.?\(/gs) ?? []
  const isSimple = wildcards <= fewWildcards && groups.length <= 1 && groups.every(group => /^[^+*?@]?\(/.test(group))
  if (isSimple) return picomatch(glob, options)
  // Several wildcards take exponential time in a regular expression that tries one way after the other.
  const [, marks = '', plain = glob] = /^(!*)(?!\()(.*)$/s.exec(glob) ?? []
  const { source } = picomatch.makeRe(plain, options)
  // Where a name follows, folders are not the end of a path: that is what the lookahead for empty names is for.
  const folders = source.replaceAll(/\|\$\)(?=(?:\(\?!\\\.\{1,2\}\(\?:\\\/\|\$\)\))?\(\?=\.\))/g, ')')
  const { RE2JS } = loadPatterns()
  const linear = lookaheads.reduce((rest, lookahead) => rest.replaceAll(lookahead, ''), folders)
  const pattern = RE2JS.compile(RE2JS.translateRegExp(linear))
  const isNegated = marks.length % 2 === 1
  return file => pattern.test(file) !== isNegated
}

/** What the library adds for empty names and for the names `.` and `..`, which no path of a file here contains. */
const lookaheads = ['(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?!\\.{1,2}(?:\\/|$))', '(?!\\.{0,1}(?:\\/|$))', '(?=.)']
