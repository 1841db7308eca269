/** Something in a text that belongs to a person, from `start` up to `end`, in UTF-16 units. */
export interface PersonalData {
  readonly kind: 'phone' | 'email' | 'card' | 'iban'
  readonly text: string
  readonly start: number
  readonly end: number
  /** A phone number in its international form, where it has one. */
  readonly international?: string
}
