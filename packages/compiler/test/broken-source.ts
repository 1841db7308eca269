import fc from 'fast-check'
import { decompile } from '../src/index.ts'
import { importDocument } from './documents.ts'

const pieces = [
  '\n',
  ' ',
  '  ',
  '\t',
  ':',
  ': ',
  '- ',
  '? ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '#',
  ' # ',
  '&a ',
  '*a',
  '!!str ',
  '!x ',
  '|',
  '>-',
  '\n---\n',
  '\n...\n',
  '%YAML 1.1\n',
  '<<: ',
  '\r\n',
  '\r',
  '\0',
  '\ufeff',
  '\ud800',
  '\u2028',
  '@',
  '`',
  'null',
  '5',
  'next: ',
  'extra: ',
  '\n  ',
  '\\',
]

/** A source that was sound until somebody's hand slipped, a few times. */
export const brokenSource = fc
  .tuple(
    importDocument.map(decompile),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 }), fc.constantFrom('', ...pieces)), { minLength: 1, maxLength: 6 }),
  )
  .map(([text, slips]) =>
    slips.reduce((current, [at, gone, piece]) => {
      const offset = at % (current.length + 1)
      return current.slice(0, offset) + piece + current.slice(offset + gone)
    }, text),
  )
