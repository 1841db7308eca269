import type { Language } from '../parse/source-tree.ts'
import { isBlank, type Literal, lettersOf } from './letters.ts'
import { cut, type Splice } from './splice.ts'

/**
 * The splices that take every character that fits out of a literal, and leave all else of it as it is written.
 * Undefined where white space would go, which a literal may hold that is not said.
 */
export function stripLiteral(
  text: string,
  literal: Literal,
  characters: RegExp,
  language: Language,
): readonly Splice[] | undefined {
  const letters = lettersOf(text, literal, language)
  const { value } = literal
  const doomed = new Set([...value.matchAll(characters)].flatMap(({ 0: match, index }) => unitsOf(match, index)))
  if (letters === undefined || doomed.size === 0) return undefined
  const splices = new Map<number, Splice>()
  let place = 0
  for (const [index, unit] of value.split('').entries()) {
    const letter = isBlank(unit) ? undefined : letters[place]
    if (doomed.has(index)) {
      if (letter === undefined) return undefined
      splices.set(letter.start, cut(letter.start, letter.end))
    }
    if (letter !== undefined) place += 1
  }
  return [...splices.values()]
}

function unitsOf(match: string, index: number): readonly number[] {
  return Array.from({ length: match.length }, (_, offset) => index + offset)
}
