import type { PersonalData } from './personal-data.ts'

/** The numbers of payment cards in a text: of a known range, of its length, and with the right check digit. */
export function findCards(text: string): readonly PersonalData[] {
  return Array.from(text.matchAll(candidates)).flatMap(({ 0: number, index }): PersonalData[] => {
    const digits = number.replace(/\D/g, '')
    if (!isCard(digits)) return []
    return [{ kind: 'card', text: number, start: index, end: index + number.length }]
  })
}

/** In one piece, or in the groups printed on a card, separated by blanks, hyphens or dots. */
const candidates =
  /(?<!\p{L}|\d[ \u00a0.,-]?)(?:\d{13,19}|\d{4}([ \u00a0.-])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ \u00a0.-])\d{6}\2\d{4,5})(?![ \u00a0-]?\d|\p{L})/gu

/** The prefixes of card numbers, by issuer, and their lengths. */
const ranges: readonly (readonly [issuer: string, beginning: RegExp, lengths: readonly number[]])[] = [
  ['Visa', /^4/, [13, 16, 19]],
  ['Mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ['Mir', /^220[0-4]/, [16, 17, 18, 19]],
  ['American Express', /^3[47]/, [15]],
  ['Diners Club', /^3(?:0[0-5]|[689])/, [14, 16, 19]],
  ['Discover', /^6(?:011|4[4-9]|5)/, [16, 19]],
  ['JCB', /^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  ['UnionPay', /^62/, [16, 17, 18, 19]],
  ['Maestro', /^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, [13, 14, 15, 16, 17, 18, 19]],
  ['Uzcard and Humo', /^(?:8600|9860)/, [16]],
]

function isCard(digits: string): boolean {
  const isOfRange = ranges.some(([, beginning, lengths]) => lengths.includes(digits.length) && beginning.test(digits))
  return isOfRange && new Set(digits).size > 1 && hasCheckDigit(digits)
}

/** The Luhn algorithm: every second digit from the end is doubled. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, index) => {
    const doubled = (digits.length - index) % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
