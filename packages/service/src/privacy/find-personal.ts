import {
  findCards,
  findEmails,
  findIbans,
  findPhones,
  type PhoneRegion,
  redact,
} from '@scenewright/model/personal-data'
import { findSecrets } from '@scenewright/model/secrets'
import { findAccounts, findIps } from './find-addresses.ts'
import { findKeyBlocks, findLinkSecrets, findPasswords } from './find-credentials.ts'
import { findBirthDates, findIds, findPlates } from './find-identity.ts'
import { type Found, type Kind, labelBefore, textBefore } from './found.ts'
import type { Libraries } from './libraries.ts'
import { type NormalizedText, normalizeForSearch } from './normalize.ts'

/**
 * The maximum number of examined candidates; all later ones are masked. The library searches at most twice as often; a
 * search takes 1 to 2 ms in a text full of digits.
 */
const maxPhones = 20

/**
 * Finds personal data in a text, without overlaps and in order, also if it is written with invisible characters,
 * full-width digits or unusual spaces and dashes. `regions` are the countries whose phone numbers are
 * recognized without a country code. Takes linear time in texts of up to about 32,000 characters.
 */
export function findPersonal(
  original: string,
  regions: readonly PhoneRegion[],
  libraries: Libraries,
): readonly Found[] {
  const { text, locate } = normalizeForSearch(original)
  if (!mayHoldAny(text)) return []
  const finders: readonly ((rest: string) => readonly Found[])[] = [
    findKeyBlocks,
    findLinkSecrets,
    rest => ofKind('SECRET', findSecrets(rest, Number.POSITIVE_INFINITY)),
    findPasswords,
    rest => findIds(rest, libraries),
    rest => findAccounts(rest, libraries),
    rest => ofKind('IBAN', findIbans(rest, libraries.isIban)),
    rest =>
      ofKind(
        'CARD',
        findCards(rest).filter(({ start }) => !isSerial(rest, start)),
      ),
    rest => ofKind('EMAIL', findEmails(rest)),
    findBirthDates,
    findIps,
    findPlates,
    rest =>
      ofKind('PHONE', findPhones(rest, { regions, load: () => libraries.phones, max: maxPhones, takesRest: true })),
  ]
  let rest = text
  const found: Found[] = []
  for (const find of finders) {
    const more = withoutOverlaps(find(rest))
    rest = redact(rest, more)
    found.push(...more)
  }
  return inOriginal(found, locate)
}

/** All supported kinds contain a digit or an @, or are a part of a link or a key. */
function mayHoldAny(text: string): boolean {
  return /[\d@]|:\/\/|-----BEGIN/.test(text)
}

/** One in ten serial numbers has the check digit of a card by chance. */
function isSerial(text: string, start: number): boolean {
  serialLabel ??= labelBefore('s\\/?n|serial|seriennummer|imei|серийн|numéro de série|número de serie|numero di serie')
  return serialLabel.test(textBefore(text, start))
}

let serialLabel: RegExp | undefined

function ofKind(kind: Kind, found: readonly { readonly start: number; readonly end: number }[]): readonly Found[] {
  return found.map(({ start, end }) => ({ kind, start, end }))
}

/** The ranges of the original text, in order. Two values may share a character of it; the first one gets it. */
function inOriginal(found: readonly Found[], locate: NormalizedText['locate']): readonly Found[] {
  let last = 0
  return [...found]
    .sort((a, b) => a.start - b.start)
    .flatMap(({ kind, ...range }) => {
      const { start, end } = locate(range)
      const from = Math.max(start, last)
      last = Math.max(end, last)
      return from < end ? [{ kind, start: from, end }] : []
    })
}

/** Of overlapping ones, the one that begins first. */
function withoutOverlaps(found: readonly Found[]): readonly Found[] {
  let end = 0
  return [...found]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(next => {
      if (next.start < end) return false
      end = next.end
      return true
    })
}
