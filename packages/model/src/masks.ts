/** Texts like those that a mask replaces: its own words, as in `[card]`, are no words of the customer. */
const unmasked: Readonly<Record<string, string>> = {
  '[phone]': '000 0000000',
  '[email]': 'x@x.xx',
  '[card]': '0000 0000 0000 0000',
  '[iban]': 'XX00 0000 0000 0000 0000 00',
  '[secret]': '00000000',
}

const mask = /\[(?:phone|email|card|iban|secret)\]/g

/** A message in which `harvest` has masked personal data, as the bot may have got it. */
export function unmask(message: string): string {
  return message.replace(mask, found => unmasked[found] ?? found)
}

/** The words of such a message, as an example: empty if it has nothing else. */
export function withoutMasks(message: string): string {
  if (message.search(mask) < 0) return message
  const text = message
    .replace(mask, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
  return /[\p{L}\p{N}]/u.test(text) ? text : ''
}
