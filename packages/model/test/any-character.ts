import fc from 'fast-check'

/** The code points that are half a character of UTF-16. */
const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, as the `unit` of a string. The `binary` unit of fast-check is the same, but builds a table of
 * all characters: 85 MB of memory in each process of the tests, and every program that a process starts takes longer then.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates.count })
  .map(index => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count), indexOf)

function indexOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code)) throw new TypeError('Not a single character')
  return code < surrogates.first ? code : code - surrogates.count
}
