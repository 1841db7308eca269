import type { PersonalData } from './personal-data.ts'

/**
 * The international account numbers (IBAN) in a text. `isIban` returns whether a text of capital letters and digits has
 * a country's format and the right check digits; it is called for each candidate.
 */
export function findIbans(text: string, isIban: (number: string) => boolean): readonly PersonalData[] {
  const found: PersonalData[] = []
  const pattern = new RegExp(candidates)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const number = longestIban(match[0], isIban)
    // Another one may begin at the end of the present candidate.
    pattern.lastIndex = match.index + (number?.length ?? (/^..[A-Z0-9]/i.test(match[0]) ? shortest : 3))
    if (number === undefined) continue
    found.push({ kind: 'iban', text: number, start: match.index, end: match.index + number.length })
  }
  return found
}

/** Between groups of its characters: up to two blanks, as in a copied table, or a sign. */
const gap = '(?:[ \\u00a0\\u2007\\u202f]{1,2}|[-.\\u2010-\\u2013])'

/**
 * Two letters, two digits, and possible further characters, also on further lines; following words are removed. Letters
 * apart from the digits may be a word, as in `order no 9386011117947`: then the digits must be a group of their own.
 */
const candidates = new RegExp(
  `(?<![\\p{L}\\p{N}])[A-Z]{2}(?:\\d{2}|${gap}\\d{2}(?=${gap}))(?:(?:${gap}|\\r?\\n)?[A-Z0-9]){11,30}`,
  'giu',
)

/** The letters and digits of the shortest one. */
const shortest = 15

/** A prefix of a text that is an IBAN and is not directly followed by a letter or digit. */
function longestIban(text: string, isIban: (number: string) => boolean): string | undefined {
  const ends = Array.from(text.matchAll(/(?<=[A-Z0-9])(?![A-Z0-9])/gi), ({ index }) => index).filter(
    end => end >= shortest,
  )
  return ends
    .reverse()
    .map(end => text.slice(0, end))
    .find(beginning => isIban(beginning.replace(/[^A-Z0-9]/gi, '').toUpperCase()))
}
