/** Something in a text that belongs to a person, from `start` up to `end`, in UTF-16 units. */
export interface PersonalData {
  readonly kind: 'phone' | 'email' | 'card' | 'iban'
  readonly text: string
  readonly start: number
  readonly end: number
  /** A phone number in its international form, where it has one. */
  readonly international?: string
}

/** The text with what was found in it, which is in its order and does not overlap, blotted out at its full length. */
export function redact(text: string, found: readonly { readonly start: number; readonly end: number }[]): string {
  if (found.length === 0) return text
  const kept = found.map(
    ({ start, end }, index) => text.slice(found[index - 1]?.end ?? 0, start) + '|'.repeat(end - start),
  )
  return kept.join('') + text.slice(found.at(-1)?.end)
}
