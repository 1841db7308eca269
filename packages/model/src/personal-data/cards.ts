import type { PersonalData } from './personal-data.ts'

/**
 * The numbers of payment cards in a text: of a known range, of its length, and with the right check digit. A part of a
 * longer number is none, but a date of expiry, a check number and any other number may follow.
 */
export function findCards(text: string): readonly PersonalData[] {
  const found: PersonalData[] = []
  let end = 0
  for (const { index } of text.matchAll(beginnings)) {
    if (index < end) continue
    const isAfterCard = end > 0 && index - end <= reach && betweenCards.test(text.slice(end, index))
    if (!isAfterCard && continued.test(text.slice(Math.max(0, index - 2), index))) continue
    const number = numbersAt(text, index).find(each => endsAt(text, index + each.length))
    if (number === undefined) continue
    end = index + number.length
    found.push({ kind: 'card', text: number, start: index, end })
  }
  return found
}

/** The first digits of a card. After a plus sign, they are those of a phone number. */
const beginnings = /(?<![\p{L}\d+])\d{4}/gu

/** Before digits that belong to a longer number. */
const continued = /\d[ \u00a0.,\u2010-\u2013-]?$/

/** From one card to the next one: blanks, and possibly a date of expiry and a check number. */
const betweenCards = /^\s{1,3}(?:[\d/.-]{1,7}\s{1,3}){0,3}$/
/** More than the length of that text, and of the groups that make a longer number. */
const reach = 24

/** In one piece, or in groups with the same separator: as printed on a card, or with groups joined. */
const shapes = [
  /\d{13,19}/y,
  ...['4 4 4 4 3', '4 4 4 4', '4 6 5', '4 6 4', '4 4 8', '8 8', '6 10'].map(groups => {
    const [first, ...others] = groups.split(' ').map(length => `\\d{${length}}`)
    return new RegExp(`${first}(\\s{1,3}|[.\\u2010-\\u2013-])${others.join('\\1')}`, 'y')
  }),
]

/** The possible cards at a place, the longest first in each notation. */
function numbersAt(text: string, index: number): readonly string[] {
  return shapes.flatMap(shape => {
    shape.lastIndex = index
    const number = shape.exec(text)?.[0]
    return number !== undefined && isCard(number.replace(/\D/g, '')) ? [number] : []
  })
}

/** Three more groups of four digits make it a longer number, unless another card begins there. */
function endsAt(text: string, end: number): boolean {
  const after = text.slice(end, end + reach)
  if (/^(?:[\u2010-\u2013-]?\d|\p{L})/u.test(after)) return false
  return !/^(?:[ \u00a0]\d{4}){3}(?!\d)/.test(after) || numbersAt(text, end + 1).length > 0
}

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
