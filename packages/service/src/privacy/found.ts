/** The kinds of what is hidden, as their placeholders name them. */
export const kinds = ['PHONE', 'EMAIL', 'CARD', 'IBAN', 'ID', 'BIRTH_DATE', 'IP', 'SECRET', 'ACCOUNT', 'PLATE'] as const

export type Kind = (typeof kinds)[number]

/** Something in a text that belongs to a person, from `start` up to `end`, in UTF-16 units. */
export interface Found {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}
