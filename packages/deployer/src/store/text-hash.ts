import { createHash } from 'node:crypto'

/** The SHA-256 of a text in UTF-8, in hexadecimal digits: the name of a blob. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a text can be the name of a blob. */
export function isTextHash(hash: string): boolean {
  return /^[0-9a-f]{64}$/.test(hash)
}
