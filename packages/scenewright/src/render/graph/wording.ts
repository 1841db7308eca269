import type { CoverageMark } from './picture.ts'

/** What the marks of coverage are called. */
export const coverageWords: { readonly [mark in CoverageMark]: string } = {
  covered: 'covered by a test',
  uncovered: 'not covered',
  beyond: 'cannot be simulated or reached',
}

/** The longest label of a link, in characters. */
export const longestLabel = 32
