import { createHash } from 'node:crypto'

/** What two contents are held to be the same by: the SHA-256 of the text in Unicode's form NFC, in hexadecimal digits. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content.normalize('NFC')).digest('hex')
}
