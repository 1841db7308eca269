/** The kinds of masked data, as named in placeholders. */
export const kinds = ['PHONE', 'EMAIL', 'CARD', 'IBAN', 'ID', 'BIRTH_DATE', 'IP', 'SECRET', 'ACCOUNT', 'PLATE'] as const

export type Kind = (typeof kinds)[number]

/** Personal data in a text, from `start` up to `end`, in UTF-16 units. */
export interface Found {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

/** Words that may stand between a label and its number: `number`, `is`, `:`. */
const fillers = [
  'number|no|nr|num|numero|número|numéro|numer|номер|нөмірі|raqami|серия|id|is|ist|lautet|est|es|è|é|jest|este|это',
  'my|mein|mon|mi|mio|meu|мой|моя|the|new|for|für|для|am|on',
].join('|')

/** Punctuation between words, which ends no sentence. */
const between = '[\\s:#№°=().,"\'«»\\/-]'

/**
 * A pattern that matches a text in which one of the words is at the end, ignoring fillers. `words` are alternatives of
 * a pattern for the beginning of a word.
 */
export function labelBefore(words: string): RegExp {
  return new RegExp(
    `(?<!\\p{L})(?:${words})\\p{L}{0,12}(?:-\\p{L}{1,4})?${between}{0,6}(?:(?:${fillers})${between}{1,4}){0,3}$`,
    'iu',
  )
}

/** The maximum distance of a label from its number, in characters. */
const reach = 60

/** The text right before a position; short, so that many positions of one text can be matched. */
export function textBefore(text: string, place: number): string {
  return text.slice(Math.max(0, place - reach), place)
}
