import { findSecrets } from '../secrets/find-secrets.ts'
import { findCards } from './cards.ts'
import { findEmails } from './emails.ts'
import { findIbans } from './ibans.ts'
import type { PersonalData } from './personal-data.ts'
import { findPhones } from './phones.ts'
import type { Region } from './regions.ts'

/**
 * The phone numbers, e-mail addresses, payment cards and account numbers in a text, no two at one place, in its order.
 * `regions` are those whose numbers are known without a country code. What is a secret is none.
 */
export function findPersonalData(text: string, regions: readonly Region[]): readonly PersonalData[] {
  if (!mayHoldPersonalData(text)) return []
  let rest = without(text, findSecrets(text))
  const found: PersonalData[] = []
  for (const find of [findIbans, findCards, findEmails, (left: string) => findPhones(left, regions)]) {
    const more = find(rest)
    rest = without(rest, more)
    found.push(...more)
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Whether a text, or one of several behind each other, may hold any: most do not. */
export function mayHoldPersonalData(text: string): boolean {
  return hint.test(text)
}

/** An @ between letters, or seven digits that little stands between. */
const hint = /[^\s@]@[^\s@]|\d(?:[^\p{L}\d]{0,4}\d){6}/u

/** The text with what was found, which is in its order, blotted out at its full length. */
function without(text: string, found: readonly { readonly start: number; readonly end: number }[]): string {
  if (found.length === 0) return text
  const kept = found.map(
    ({ start, end }, index) => text.slice(found[index - 1]?.end ?? 0, start) + '|'.repeat(end - start),
  )
  return kept.join('') + text.slice(found.at(-1)?.end)
}
