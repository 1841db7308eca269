/** Something in a text that belongs to a person, from `start` up to `end`, in UTF-16 units. */
export interface PersonalData {
  readonly kind: 'phone' | 'email' | 'card' | 'iban'
  /** The value; the text at its place may be in another form, such as `%40` for the @ of an address in a link. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** A phone number in its international form, if it has one. */
  readonly international?: string
}

/** Masks each match in a text at its full length. The matches are sorted by position and do not overlap. */
export function redact(text: string, found: readonly { readonly start: number; readonly end: number }[]): string {
  if (found.length === 0) return text
  const kept = found.map(
    ({ start, end }, index) => text.slice(found[index - 1]?.end ?? 0, start) + '|'.repeat(end - start),
  )
  return kept.join('') + text.slice(found.at(-1)?.end)
}
