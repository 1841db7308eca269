import { createHash } from 'node:crypto'
import { canonicalJson } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Account, Bot, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'

/** How long a key stands for the request that came with it first, in milliseconds. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000

/** The request that came first under a key. */
export interface RememberedRequest {
  readonly fingerprint: string
  readonly completion_id: string
}

/** What a request asks, in 64 hexadecimal digits: the order of its fields does not count. */
export function fingerprintOf(bot: Bot, body: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([bot.id, body]))
    .digest('hex')
}

/** What was asked under the account's key; undefined where nothing was, or too long ago. */
export function findRemembered(
  kysely: Kysely<Tables>,
  account: Account,
  key: string,
  now: Date,
): Promise<RememberedRequest | undefined> {
  return kysely
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'completion_id'])
    .where('account_id', '=', account.id)
    .where('key', '=', key)
    .where('created_at', '>', new Date(now.getTime() - keyLifetimeMs))
    .executeTakeFirst()
}

/** The completion that a repeated request stands for. Throws a Refusal 409 where it asks something else. */
export function repeatedCompletion(earlier: RememberedRequest, fingerprint: string): string {
  if (earlier.fingerprint === fingerprint) return earlier.completion_id
  throw new Refusal(409, 'Another request came with this Idempotency-Key; give each request a key of its own.')
}
