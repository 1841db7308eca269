import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is kept of a key: nobody can get the key back from it. */
export interface KeptKey {
  readonly key_salt: string
  readonly key_hash: string
}

/** A new key of 32 random bytes. */
export function createApiKey(): string {
  return `sk_${randomBytes(32).toString('hex')}`
}

/** A key is random, so that one round of HMAC with a salt is as good as many. */
export function keepKey(key: string): KeptKey {
  const salt = randomBytes(16).toString('hex')
  return { key_salt: salt, key_hash: hash(key, salt) }
}

/** Compares in a time that does not tell how much of the key was right. */
export function isKey(key: string, { key_salt, key_hash }: KeptKey): boolean {
  return timingSafeEqual(Buffer.from(hash(key, key_salt), 'hex'), Buffer.from(key_hash, 'hex'))
}

function hash(key: string, salt: string): string {
  return createHmac('sha256', salt).update(key).digest('hex')
}
