import { createHash } from 'node:crypto'

/** Unicode's stream-safe form (UAX 15) has 30 marks in a row at the most: to put more in order takes quadratic time. */
const markOverflow = /\p{M}{30}(?=\p{M})/gu

/** What two contents are held to be the same by: the SHA-256 of the text in Unicode's form NFC, in hexadecimal digits. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content.replace(markOverflow, '$&\u034f').normalize('NFC')).digest('hex')
}
