import { fold } from '../trigger/fold.ts'

/** The number of characters of a text to send: models read no more, and the offline scorer reads as many. */
const sentLength = 2_000

/** The part of a text to send to an embedding model; undefined for a text without a letter or digit. */
export function textToEmbed(text: string): string | undefined {
  const part = text.trim().slice(0, sentLength)
  // An unpaired surrogate is not a character, and endpoints reject it.
  return fold(part) === '' ? undefined : part.toWellFormed()
}
