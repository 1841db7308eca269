import { loadIbans } from './libraries.ts'
import type { PersonalData } from './personal-data.ts'

/** The international account numbers (IBAN) in a text: of a country's length, and with the right check digits. */
export function findIbans(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  for (const { 0: candidate, index } of text.matchAll(candidates)) {
    const { countrySpecs, isValidIBAN } = loadIbans()
    const length = countrySpecs[candidate.slice(0, 2).toUpperCase()]?.chars
    const number = length == null ? undefined : beginningOf(candidate, length)
    if (number === undefined || !isValidIBAN(number.replace(/[ -]/g, '').toUpperCase())) continue
    found.push({ kind: 'iban', text: number, start: index, end: index + number.length })
  }
  return found
}

/** Two letters, two digits, and what may follow them; words that stand behind are cut off by the country's length. */
const candidates = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/giu

/** The first letters and digits of a text, as many as asked for, unless more of them follow at once. */
function beginningOf(text: string, length: number): string | undefined {
  const [start] = new RegExp(`^(?:[ -]?[A-Za-z0-9]){${length}}(?![A-Za-z0-9])`).exec(text) ?? []
  return start
}
