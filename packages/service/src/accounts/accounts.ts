import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { OperationError } from '@scenewright/model'
import { nearest } from '@scenewright/model/text'
import type { Kysely } from 'kysely'
import { type DatabaseLocation, useDatabase, withDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Account } from './table.ts'

/** The stored form of a key, from which the key cannot be recovered. */
export interface StoredKey {
  readonly key_salt: string
  readonly key_hash: string
}

/** A new key of 32 random bytes. */
export function createApiKey(): string {
  return `sk_${randomBytes(32).toString('hex')}`
}

/** A key is random, so one round of HMAC with a salt is as secure as many. */
export function hashKey(key: string): StoredKey {
  const salt = randomBytes(16).toString('hex')
  return { key_salt: salt, key_hash: hash(key, salt) }
}

/** Compares in constant time. */
export function isKey(key: string, { key_salt, key_hash }: StoredKey): boolean {
  return timingSafeEqual(Buffer.from(hash(key, key_salt), 'hex'), Buffer.from(key_hash, 'hex'))
}

function hash(key: string, salt: string): string {
  return createHmac('sha256', salt).update(key).digest('hex')
}

/** The form in which e-mail addresses are compared. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

/**
 * Issues a key for the account with that e-mail address, and creates the account if needed. Earlier keys become invalid
 * immediately.
 */
export async function issueKey(kysely: Kysely<Tables>, email: string, now: Date): Promise<string> {
  const key = createApiKey()
  const kept = hashKey(key)
  await kysely
    .insertInto('accounts')
    .values({ id: randomUUID(), email, email_folded: foldEmail(email), created_at: now, ...kept })
    .onConflict(conflict => conflict.column('email_folded').doUpdateSet(kept))
    .execute()
  return key
}

/** An account and its key, which is shown only once. */
export interface IssuedAccount {
  readonly email: string
  readonly api_key: string
  /** Only if the account is disabled: then every request gets a 403. */
  readonly is_active?: false
}

/**
 * Creates an account, or gives an existing one a new key; the earlier key becomes invalid immediately. Rejects with an
 * OperationError: `usage` for an invalid e-mail address, `state` if the data folder is in use.
 */
export async function initAccount(options: DatabaseLocation & { readonly email: string }): Promise<IssuedAccount> {
  const { email, ...location } = options
  if (!/^[^\s:@\0]+@[^\s:@\0]+$/.test(email) || email.length > 320 || foldEmail(email).length > 320) {
    throw new OperationError('usage', `"${email}" is not a valid e-mail address.`)
  }
  return useDatabase(location, { isBrief: true }, async ({ kysely }) => {
    const key = await issueKey(kysely, email, new Date())
    return { ...issued(await requireAccount(kysely, email), key), email }
  })
}

/**
 * Gives an account a new key, which is shown only once; the previous one becomes invalid immediately. Rejects with an
 * OperationError: `usage` if there is no such account, `state` if the data folder is in use.
 */
export function reissueKey(options: DatabaseLocation & { readonly email: string }): Promise<IssuedAccount> {
  const { email, ...location } = options
  return withDatabase(location, async kysely => {
    const account = await requireAccount(kysely, email)
    const key = createApiKey()
    await kysely.updateTable('accounts').set(hashKey(key)).where('id', '=', account.id).execute()
    return issued(account, key)
  })
}

function issued({ email, is_active }: Account, key: string): IssuedAccount {
  return { email, api_key: key, ...(!is_active && { is_active: false as const }) }
}

/** The account with that e-mail address. Rejects with an OperationError `usage` that names a similar one. */
export async function requireAccount(kysely: Kysely<Tables>, email: string): Promise<Account> {
  const account = await kysely
    .selectFrom('accounts')
    .selectAll()
    .where('email_folded', '=', foldEmail(email))
    .executeTakeFirst()
  if (account !== undefined) return account
  const others = await kysely.selectFrom('accounts').select('email').execute()
  throw unknownAccount(
    email,
    others.map(other => other.email),
  )
}

function unknownAccount(email: string, others: readonly string[]): OperationError {
  const near = nearest(email, others)
  const help = near === undefined ? '`scenewright service account list` lists the accounts.' : `Did you mean "${near}"?`
  return new OperationError('usage', `There is no account with the address "${email}".`, { help })
}
