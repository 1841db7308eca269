import type { PersonalData } from './personal-data.ts'

/**
 * The international account numbers (IBAN) in a text. `isIban` says whether a text of capital letters and digits has a
 * country's form and the right check digits; it is asked where one may stand.
 */
export function findIbans(text: string, isIban: (number: string) => boolean): readonly PersonalData[] {
  const found: PersonalData[] = []
  const pattern = new RegExp(candidates)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const number = longestIban(match[0], isIban)
    // Another one may begin in what was taken for this one's end.
    pattern.lastIndex = match.index + (number ?? match[0].slice(0, shortest)).length
    if (number === undefined) continue
    found.push({ kind: 'iban', text: number, start: match.index, end: match.index + number.length })
  }
  return found
}

/** Two letters, two digits, and what may follow them; words that stand behind are cut off. */
const candidates = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/giu

/** The letters and digits of the shortest one. */
const shortest = 15

/** The beginning of a text that is one, and that no letter or digit follows at once. */
function longestIban(text: string, isIban: (number: string) => boolean): string | undefined {
  const ends = Array.from(text.matchAll(/[ -]|$/g), ({ index }) => index).filter(end => end >= shortest)
  return ends
    .reverse()
    .map(end => text.slice(0, end))
    .find(beginning => isIban(beginning.replace(/[ -]/g, '').toUpperCase()))
}
