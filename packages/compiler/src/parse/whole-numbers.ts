const wholeNumber = /^[-+]?\d+$|^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i

/** Whether a text is a whole number, in digits, that becomes another one when it is read: it is beyond 2^53. */
export function isInexact(text: string): boolean {
  if (!wholeNumber.test(text)) return false
  const number = Number(text)
  if (Number.isSafeInteger(number) || !Number.isFinite(number)) return false
  // The number is written again with the fewest digits that identify it, and from 1e21 on with an exponent.
  return BigInt(text) !== BigInt(Math.abs(number) < 1e21 ? String(number) : number)
}

/** The message about such a number, and the remedy. */
export function inexactNumber(text: string): { readonly message: string; readonly help: string } {
  return {
    message: `${text} cannot be represented exactly as a number`,
    help: `If it is an id, write it as a text in quotes: "${text}".`,
  }
}
