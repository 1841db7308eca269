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

/**
 * The phone numbers, e-mail addresses, payment cards and account numbers in a text, no two at one place, in its order.
 * An e-mail address in a domain that is reserved for examples belongs to nobody, and is not listed.
 * `regions` are those whose numbers are known without a country code. What is a secret is none.
 */
export function findPersonalData(text: string, regions: readonly PhoneRegion[]): readonly PersonalData[] {
  if (!mayHoldPersonalData(text)) return []
  let rest = redact(text, findSecrets(text))
  const found: PersonalData[] = []
  const finders = [
    (left: string) => findIbans(left, number => loadIbans().isValidIBAN(number)),
    findCards,
    findEmails,
    (left: string) => findPhones(left, { regions, load: loadPhones }),
  ]
  for (const find of finders) {
    const more = find(rest)
    rest = redact(rest, more)
    found.push(...more.filter(data => !isReserved(data)))
  }
  return found.sort((a, b) => a.start - b.start)
}

/** RFC 2606 and 6761: names that are given to nobody. */
const reservedDomain = /(?:[@.](?:example\.(?:com|net|org))|\.(?:example|test|invalid|localhost))$/i

function isReserved({ kind, text }: PersonalData): boolean {
  return kind === 'email' && reservedDomain.test(text)
}

/** Whether a text, or one of several behind each other, may hold any: most do not. */
export function mayHoldPersonalData(text: string): boolean {
  return hint.test(text)
}

/** An @ between letters, or seven digits that little stands between. */
const hint = /[^\s@]@[^\s@]|\d(?:[^\p{L}\d]{0,4}\d){6}/u
