import type { Language } from '../config.ts'
import { isMeantAsPhone, isNamedPhone } from './meant-as-phone.ts'
import type { PersonalData } from './personal-data.ts'

/** A country whose phone numbers are recognized without a country code. */
export type PhoneRegion = (typeof phoneRegions)[Language][number]

/** The countries whose phone numbers customers of a bot write without a country code, by the bot's language. */
export const phoneRegions = {
  ru: ['RU'],
  en: ['US', 'GB'],
  uk: ['UA'],
  be: ['BY'],
  kk: ['KZ'],
  uz: ['UZ'],
  az: ['AZ'],
  hy: ['AM'],
  ka: ['GE'],
  ky: ['KG'],
  tg: ['TJ'],
  tk: ['TM'],
  de: ['DE'],
  fr: ['FR'],
  es: ['ES', 'MX'],
  it: ['IT'],
  pt: ['PT', 'BR'],
  pl: ['PL'],
  ro: ['RO'],
} as const satisfies { readonly [Name in Language]: readonly string[] }

/** The library that recognizes phone numbers: libphonenumber-js. */
export interface PhoneLibrary {
  findPhoneNumbersInText(text: string, region: PhoneRegion): readonly KnownNumber[]
}

interface KnownNumber {
  readonly number: { readonly number: string }
  readonly startsAt: number
  readonly endsAt: number
}

/** The options for finding phone numbers. */
export interface PhoneSearch {
  /** The countries whose numbers are recognized without a country code. */
  readonly regions: readonly PhoneRegion[]
  /** Called if a text contains a possible number. */
  readonly load: () => PhoneLibrary
  /**
   * How many candidates are examined at most, as that takes long; by default 50. A text with more is a table.
   * Candidates that may be several numbers count for more.
   */
  readonly max?: number
  /** Whether all candidates after these are taken for numbers; by default they are skipped. */
  readonly takesRest?: boolean
}

/** The phone numbers in a text, with a country code or in the format of one of the regions. Takes linear time. */
export function findPhones(text: string, search: PhoneSearch): readonly PersonalData[] {
  const plain = text.replace(dates, date => '|'.repeat(date.length))
  const max = search.max ?? 50
  let searches = 0
  const load = (): PhoneLibrary => ({
    findPhoneNumbersInText(around, region) {
      searches += 1
      return search.load().findPhoneNumbersInText(around, region)
    },
  })
  return Array.from(plain.matchAll(candidates)).flatMap(({ 0: candidate, index }, count) => {
    if (!hasEnoughDigits(candidate)) return []
    if (count >= max || searches >= max * searchesEach) {
      return search.takesRest === true ? [wholeCandidate(candidate, index)] : []
    }
    const place = { before: plain.slice(Math.max(0, index - reach), index), candidate }
    const after = plain.slice(index + candidate.length, index + candidate.length + reach)
    return numbersIn({ ...place, after }, { ...search, load }).map(({ start, ...found }): PersonalData => {
      const from = index + start
      return { kind: 'phone', ...found, start: from, end: from + found.text.length }
    })
  })
}

/** Digits and the characters between those of a phone number. */
const candidates = /(?:\+|\(\+?|00)?\d[\d \t().\-/\u2010-\u2015\u00a0]{5,148}\d/gu

const year = '(?:19|20)\\d{2}'
const month = '(?:0?[1-9]|1[0-2])'
const dash = '\\s?[-\\u2013\\u2014]\\s?'

/** Dates and times, for which the library need not be loaded. */
const dates = new RegExp(
  `(?<!\\d)(?:${[
    `\\d{1,2}[./-]\\d{1,2}[./-]${year}`,
    `${year}[./-]\\d{1,2}[./-]\\d{1,2}`,
    `\\d{1,2}[:.]\\d{2}${dash}\\d{1,2}[:.]\\d{2}`,
    `${month}[./]${year}`,
    `${year}/${month}`,
    // With hyphens, only a range is certainly no phone number.
    `\\d{2}-${year}${dash}\\d{2}-${year}`,
    `${year}-\\d{2}${dash}${year}-\\d{2}`,
  ].join('|')})(?!\\d)`,
  'g',
)

/** The length of the text around a number that is used to classify it. */
const reach = 40

/** How often the library may search for a candidate, on average: a single number takes one to three searches. */
const searchesEach = 2

function wholeCandidate(candidate: string, start: number): PersonalData {
  return { kind: 'phone', text: candidate, start, end: start + candidate.length }
}

const minDigits = 7
/** Of an international number, by E.164. */
const maxDigits = 15

function hasEnoughDigits(candidate: string): boolean {
  return candidate.replace(/\D/g, '').length >= minDigits
}

/** A candidate and the text around it. */
interface Surrounded {
  readonly before: string
  readonly candidate: string
  readonly after: string
}

interface FoundNumber {
  readonly text: string
  /** From the start of the candidate. */
  readonly start: number
  readonly international?: string
}

/** The numbers in a candidate. Of several with only a blank between them, the library finds the last one or none. */
function numbersIn(place: Surrounded, search: PhoneSearch): readonly FoundNumber[] {
  const series = seriesIn(place, search)
  if (series !== undefined) return series
  const found = knownNumbersIn(place, search)
  const { before, candidate } = place
  const first = candidate.slice(0, found[0]?.start ?? 0)
  if (!/\s$/.test(first) || !hasEnoughDigits(first)) return found
  return [...numbersIn({ before, candidate: first, after: '|' }, search), ...found]
}

/** The numbers in a candidate that is two of them or more; undefined if it is not. */
function seriesIn(place: Surrounded, search: PhoneSearch): readonly FoundNumber[] | undefined {
  const { before, candidate, after } = place
  if (candidate.replace(/\D/g, '').length < 2 * minDigits) return undefined
  for (const { index } of candidate.matchAll(/\s/g)) {
    const [first, rest] = [candidate.slice(0, index), candidate.slice(index + 1)]
    if (!hasEnoughDigits(first)) continue
    if (first.replace(/\D/g, '').length > maxDigits || !hasEnoughDigits(rest)) return undefined
    const found = wholeNumber({ before, candidate: first, after: '|' }, search)
    if (found === undefined) continue
    // A phone word before the first number is one for all of them.
    const next = { before: `${before.slice(-reach)}|`, candidate: rest, after }
    const others = seriesIn(next, search) ?? [wholeNumber(next, search)].flatMap(each => each ?? [])
    if (others.length > 0) return [found, ...others.map(each => ({ ...each, start: each.start + index + 1 }))]
  }
  return undefined
}

/** The number that a candidate is as a whole. */
function wholeNumber(place: Surrounded, search: PhoneSearch): FoundNumber | undefined {
  const { candidate } = place
  return knownNumbersIn(place, search).find(({ start, text }) => start === 0 && text.length === candidate.length)
}

function knownNumbersIn(
  { before, candidate, after }: Surrounded,
  { regions, load }: PhoneSearch,
): readonly FoundNumber[] {
  // The library takes a number after a comma or a semicolon for an extension: `2019-2024, 24`.
  const around = withoutListMark(before) + candidate + after.replace(/^[,;](?! ?\p{L})/u, '|')
  const { findPhoneNumbersInText } = load()
  for (const region of regions) {
    const found = findPhoneNumbersInText(around, region).flatMap(({ number, startsAt, endsAt }): FoundNumber[] => {
      const start = startsAt - before.length
      const text = around.slice(startsAt, endsAt)
      if (start < 0 || start >= candidate.length) return []
      const sides = { before: around.slice(0, startsAt), after: around.slice(endsAt) }
      return isMeantAsPhone({ text, ...sides }) ? [{ text, start, international: number.number }] : []
    })
    if (found.length > 0) return found
  }
  const abroad = withInternationalPrefix({ before, candidate, after }, findPhoneNumbersInText)
  return abroad ?? unassigned({ before, candidate, after })
}

/**
 * A number that begins with `00`, which is the international prefix in most countries, but not in all regions: in
 * groups, or after a word such as "phone".
 */
function withInternationalPrefix(
  { before, candidate, after }: Surrounded,
  find: PhoneLibrary['findPhoneNumbersInText'],
): readonly FoundNumber[] | undefined {
  if (!candidate.startsWith('00') || /[\p{L}\d][-_]?$|\d,$/u.test(before)) return undefined
  // Any region: the number has a country code.
  const [found] = find(`+${candidate.slice(2)}`, 'US')
  if (found?.startsAt !== 0) return undefined
  const text = candidate.slice(0, found.endsAt + 1)
  const isMeant = isMeantAsPhone({ before, text, after }) && (/\D/.test(text) || isNamedPhone(before))
  return isMeant ? [{ text, start: 0, international: found.number.number }] : undefined
}

/** Replaces a list separator at the end of the text before a number: after `89123456789; ` a new number begins. */
function withoutListMark(before: string): string {
  return before.replace(/[,;](?=\s{0,2}$)/, '|')
}

/** Numbers that the library does not recognize, but that clearly have the format of phone numbers. */
function unassigned({ before, candidate, after }: Surrounded): readonly FoundNumber[] {
  const { 0: text = '', index = 0, groups } = phoneShape.exec(candidate) ?? {}
  if (text === '') return []
  const sides = { before: before + candidate.slice(0, index), after: candidate.slice(index + text.length) + after }
  const isMeant = groups?.local === undefined ? isMeantAsPhone({ text, ...sides }) : isNamedPhone(sides.before)
  return isMeant ? [{ text, start: index }] : []
}

/**
 * Matches `+1 555 123 4567`, `(555) 123-4567`, `555-123-4567`; within a town or country `123-45-67`, `555-0143`, `07700
 * 900123`.
 */
const phoneShape =
  /(?<!\d[ -]?)(?:\+\d(?:[ ().-]{0,2}\d){9,14}|(?:1[ -])?(?:\(\d{3}\) ?|\d{3}-)\d{3}-\d{4}|(?<local>\d{3}-\d{2}-\d{2}|\d{3}-\d{4}|0\d{2,4}[ /-]?\d{3}[ -]?\d{3,4}))(?![ -]?\d)/
