import { OperationError } from '@scenewright/model'
import { type Kysely, sql } from 'kysely'
import { isRowError } from '../database/database-error.ts'
import { type DatabaseLocation, withDatabase } from '../database/open-database.ts'
import { releaseOrphans } from '../database/ownership.ts'
import type { Tables } from '../database/tables.ts'
import { accountRows } from './account-rows.ts'
import { requireAccount } from './accounts.ts'

/** An account in the list. */
export interface ListedAccount {
  readonly email: string
  readonly is_active: boolean
  readonly bots: number
  readonly created_at: string
}

/** All accounts, the oldest first. Rejects with an OperationError: `state` if the data folder is in use. */
export function listAccounts(location: DatabaseLocation): Promise<readonly ListedAccount[]> {
  return withDatabase(location, async kysely => {
    const rows = await kysely
      .selectFrom('accounts')
      .select(['email', 'is_active', 'created_at'])
      .select(({ selectFrom }) =>
        selectFrom('bots')
          .whereRef('bots.account_id', '=', 'accounts.id')
          .where('bots.deleted_at', 'is', null)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('bots'),
      )
      .orderBy('created_at')
      .orderBy('email')
      .execute()
    return rows.map(({ bots, created_at, ...account }) => ({
      ...account,
      bots: bots ?? 0,
      created_at: created_at.toISOString(),
    }))
  })
}

/**
 * Disables or enables an account, effective immediately: all requests of a disabled account are 403, and what it has
 * already requested is still answered. Rejects with an OperationError: `usage` if there is no such account, `state` if
 * the data folder is in use.
 */
export function setAccountActive(
  options: DatabaseLocation & { readonly email: string; readonly isActive: boolean },
): Promise<{ readonly email: string; readonly is_active: boolean }> {
  const { email, isActive, ...location } = options
  return withDatabase(location, async kysely => {
    const account = await requireAccount(kysely, email)
    await kysely.updateTable('accounts').set({ is_active: isActive }).where('id', '=', account.id).execute()
    return { email: account.email, is_active: isActive }
  })
}

/** The number of rows that one statement deletes. */
const sliceSize = 500

/**
 * Disables an account, and deletes it with everything that belongs to it, slice by slice: after an interruption, call
 * it again. `onProgress` is called with the number of deleted rows. Rejects with an OperationError: `usage` if there is
 * no such account, `state` if the data folder is in use, or if services still work on requests of the account: then it is
 * only disabled.
 */
export function deleteAccount(
  options: DatabaseLocation & { readonly email: string; readonly onProgress?: (rows: number) => void },
): Promise<{ readonly email: string; readonly rows: number }> {
  const { email, onProgress = () => {}, ...location } = options
  return withDatabase(location, async kysely => {
    const { id, ...account } = await requireAccount(kysely, email)
    await kysely.updateTable('accounts').set({ is_active: false }).where('id', '=', id).execute()
    await releaseOrphans(kysely, 0)
    // If services still work, what waits is answered too: the account may be enabled again.
    await kysely.transaction().execute(async transaction => {
      await cancelWaiting(transaction, id)
      await requireNoWork(transaction, id)
    })
    const rows = await deleteRows(kysely, id, onProgress).catch(error => {
      if (!isRowError(error)) throw error
      throw new OperationError('state', 'A request that was in progress stored something for the account meanwhile.', {
        help: 'The account is disabled now. Run the command again.',
        cause: error,
      })
    })
    return { email: account.email, rows }
  })
}

async function deleteRows(
  kysely: Kysely<Tables>,
  account: string,
  onProgress: (rows: number) => void,
): Promise<number> {
  let rows = 0
  const own = { table: 'accounts', condition: sql<boolean>`id = ${account}` }
  for (const { table, condition } of [...accountRows(account), own]) {
    for (let count = sliceSize; count === sliceSize; ) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(sliceSize)}
        )
      `.execute(kysely)
      count = Number(numAffectedRows)
      rows += count
      onProgress(rows)
    }
  }
  return rows
}

/** Ends the work of an account that no service has claimed, so that none claims it while it is deleted. */
async function cancelWaiting(kysely: Kysely<Tables>, account: string): Promise<void> {
  await sql`
    update completions set status = 'ERROR'
    where account_id = ${account} and owner is null and status in ('PENDING', 'PROCESSING')
  `.execute(kysely)
  await sql`
    update scans set status = 'FAILED' where account_id = ${account} and owner is null and status = 'RUNNING'
  `.execute(kysely)
  await sql`
    update transfers set status = 'FAILED'
    where owner is null and status in ('PENDING', 'RUNNING')
      and target_bot_id in (select id from bots where account_id = ${account})
  `.execute(kysely)
}

/** Rejects with an OperationError `state` while a service works for the account. */
async function requireNoWork(kysely: Kysely<Tables>, account: string): Promise<void> {
  const { rows } = await sql<{ readonly work: string }>`
    select 'completions' as work from completions
      where account_id = ${account} and status in ('PENDING', 'PROCESSING')
    union all
    select 'scans' from scans where account_id = ${account} and status = 'RUNNING'
    union all
    select 'transfers' from transfers join bots on bots.id = transfers.target_bot_id
      where bots.account_id = ${account} and transfers.status in ('PENDING', 'RUNNING')
    limit 1
  `.execute(kysely)
  const work = rows[0]?.work
  if (work === undefined) return
  throw new OperationError('state', `The account has ${work} in progress.`, {
    help: 'It is disabled now. Run the command again when the service has finished them.',
  })
}
