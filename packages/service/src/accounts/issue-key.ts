import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { createApiKey, keepKey } from './api-key.ts'

/** How e-mail addresses are compared. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}

/** A new key for the account of that e-mail address, made where there is none; its earlier key ends at once. */
export async function issueKey(kysely: Kysely<Tables>, email: string, now: Date): Promise<string> {
  const key = createApiKey()
  const kept = keepKey(key)
  await kysely
    .insertInto('accounts')
    .values({ id: randomUUID(), email, email_folded: foldEmail(email), created_at: now, ...kept })
    .onConflict(conflict => conflict.column('email_folded').doUpdateSet(kept))
    .execute()
  return key
}
