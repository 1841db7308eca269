import { canonicalHash } from '@scenewright/model/canonical-json'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Bot } from '../bots/table.ts'
import type { IdempotencyKeyTable } from './table.ts'

/** How long a key is remembered, in milliseconds. */
export const keyLifetimeMs = 24 * 60 * 60 * 1000

/** The first request with a key. */
export interface RememberedRequest {
  readonly fingerprint: string
  readonly completion_id: string
}

/**
 * The fingerprint of a request, 64 hexadecimal digits; the order of its fields does not matter. `metaText` is its `meta`
 * as it was sent.
 */
export function computeFingerprint(bot: Bot, body: object, metaText: string | undefined): string {
  return canonicalHash([bot.id, metaText === undefined ? body : { ...body, meta: readExactly(metaText) }])
}

/** A string, or a number. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** The value of a JSON text, with a text in place of each number that has more digits than a value keeps. */
function readExactly(json: string): unknown {
  const isExact = (text: string) => text.startsWith('"') || text.replaceAll(/\D/g, '').length <= 15
  return JSON.parse(json.replaceAll(token, text => (isExact(text) ? text : JSON.stringify(`number ${text}`))))
}

/** The request with a key of the account; undefined if there is none, or its key has expired. */
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

/** The completion of a repeated request. Throws an HttpError 409 if the request differs from the first one. */
export function repeatedCompletion(earlier: RememberedRequest, fingerprint: string): string {
  if (earlier.fingerprint === fingerprint) return earlier.completion_id
  throw new HttpError(409, 'This Idempotency-Key was used for another request; use a unique key for each request.')
}

/** An idempotency key, and its new completion. */
export type NewKey = Insertable<IdempotencyKeyTable>

/**
 * Claims keys for new completions, in the transaction that stores them. Returns the earlier requests for keys that
 * already exist, by the ids of the new completions. All given keys must be different.
 */
export async function claimKeys(
  transaction: Transaction<Tables>,
  keys: readonly NewKey[],
): Promise<ReadonlyMap<string, RememberedRequest>> {
  const claimed = await insert(transaction, keys)
  const lost = keys.filter(({ completion_id }) => !claimed.has(completion_id))
  if (lost.length === 0) return new Map()
  const rows = await transaction
    .selectFrom('idempotency_keys')
    .selectAll()
    .where(({ eb, or, and }) =>
      or(lost.map(({ account_id, key }) => and([eb('account_id', '=', account_id), eb('key', '=', key)]))),
    )
    .execute()
  const earlier = new Map(rows.map(row => [nameOf(row), row]))
  return new Map(
    lost.flatMap(key => {
      const row = earlier.get(nameOf(key))
      return row === undefined ? [] : [[key.completion_id, row] as const]
    }),
  )
}

/**
 * The completions whose keys were claimed: new keys, and expired ones. Waits for keys that another transaction is
 * claiming.
 */
async function insert(transaction: Transaction<Tables>, keys: readonly NewKey[]): Promise<ReadonlySet<string>> {
  // Locked in a fixed order, to avoid deadlocks between services.
  const ordered = [...keys].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const oldest = new Date(Math.max(...keys.map(({ created_at }) => created_at.getTime())) - keyLifetimeMs)
  const rows = await transaction
    .insertInto('idempotency_keys')
    .values(ordered)
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          completion_id: ref('excluded.completion_id'),
          created_at: ref('excluded.created_at'),
        }))
        .where('idempotency_keys.created_at', '<=', oldest),
    )
    .returning('completion_id')
    .execute()
  return new Set(rows.map(({ completion_id }) => completion_id))
}

function nameOf({ account_id, key }: Pick<NewKey, 'account_id' | 'key'>): string {
  return `${account_id} ${key}`
}
