import {
  findCards,
  findEmails,
  findIbans,
  findPhones,
  type PersonalData,
  type PhoneRegion,
  redact,
} from '@scenewright/model/personal-data'
import { findSecrets } from '@scenewright/model/secrets'
import { loadIbans, loadPhones } from './libraries.ts'
import { visibleText } from './visible-text.ts'

/**
 * The phone numbers, e-mail addresses, payment cards and account numbers in a text, in its order and without overlaps,
 * also with invisible or full-width characters in them. E-mail addresses in domains reserved for examples are left out,
 * because they belong to nobody. `regions` are the countries whose numbers are recognized without a country code.
 * Secrets are left out. Of a text with more than 50 possible phone numbers, or fewer in long series, the others are left
 * out too, or all found with `takesRest`.
 */
export function findPersonalData(
  original: string,
  regions: readonly PhoneRegion[],
  { takesRest = false } = {},
): readonly PersonalData[] {
  if (!mayContainPersonalData(original)) return []
  const { text, locate } = visibleText(original)
  let rest = redact(text, findSecrets(text))
  const found: PersonalData[] = []
  const finders = [
    (left: string) => findIbans(left, number => loadIbans().isValidIBAN(number)),
    findCards,
    findEmails,
    (left: string) => findPhones(left, { regions, load: loadPhones, takesRest }),
  ]
  for (const find of finders) {
    const more = find(rest)
    rest = redact(rest, more)
    found.push(...more.filter(data => !isReserved(data)))
  }
  return found.sort((a, b) => a.start - b.start).map(data => ({ ...data, ...locate(data) }))
}

/** RFC 2606 and 6761: reserved names that are never registered. */
const reservedDomain = /(?:[@.](?:example\.(?:com|net|org))|\.(?:example|test|invalid|localhost))$/i

function isReserved({ kind, text }: PersonalData): boolean {
  return kind === 'email' && reservedDomain.test(text)
}

/** Whether a text, or several concatenated texts, may contain personal data: most do not. */
export function mayContainPersonalData(text: string): boolean {
  return hint.test(text)
}

/** An @ between letters, also as in a link, or seven digits with few characters between them, or full-width ones. */
const hint = /[^\s@](?:@|%40)(?:\ufeff|[^\s@])|\d(?:[^\p{L}\d]{0,4}\d){6}|[\uff10-\uff19\uff20]/u
