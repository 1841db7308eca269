import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireReplaceable } from '@scenewright/model/file-access'
import { sql, type Transaction } from 'kysely'
import { readTableShapes, usePlainText } from '../backup/tables.ts'
import { requireForeignFile, writeWholeFile } from '../backup/whole-file.ts'
import { type DatabaseLocation, useDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { accountRows } from './account-rows.ts'
import { requireAccount } from './accounts.ts'

/** Rows that are derived from others, or that only the service needs. */
const omittedTables: ReadonlySet<string> = new Set([
  'chunks',
  'deliveries',
  'embedded_documents',
  'embeddings',
  'idempotency_keys',
  'journal_counts',
  'transfer_items',
])
/** Secrets, which cannot be used elsewhere, and columns that only the service needs. */
const omittedColumns: ReadonlySet<string> = new Set([
  'bot_position',
  'document_position',
  'embedding_revision',
  'email_folded',
  'key_hash',
  'key_salt',
  'knowledge_revision',
  'owner',
  'revision',
  'sequence',
  'webhook_secret',
])

const headersWithoutValues = sql`
  (select coalesce(json_agg(header::jsonb - 'sealed'), '[]') from json_array_elements(headers) header) as headers
`

/**
 * Writes everything that an account has stored to a file, in a consistent snapshot: a JSON object per line, with
 * `table` and the columns of a row in `row`. Keys, secrets and header values are left out. Rejects with an
 * OperationError: `usage` if there is no such account or the file cannot be written, `state` if the data folder is in
 * use.
 */
export async function exportAccount(
  options: DatabaseLocation & { readonly email: string; readonly file: string },
): Promise<{ readonly email: string; readonly rows: number }> {
  const { email, file, ...location } = options
  requireReplaceable(file)
  await requireForeignFile(file, location)
  return useDatabase(location, { mustExist: true }, async ({ kysely }) => {
    const account = await requireAccount(kysely, email)
    const snapshot = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    let rows = 0
    await snapshot.execute(async transaction => {
      await usePlainText(transaction)
      async function* lines() {
        for await (const line of readAccount(transaction, account.id)) {
          rows += 1
          yield `${line}\n`
        }
      }
      await writeWholeFile(file, part => pipeline(Readable.from(lines()), part))
    })
    return { email: account.email, rows }
  })
}

async function* readAccount(transaction: Transaction<Tables>, account: string): AsyncGenerator<string> {
  const shapes = new Map((await readTableShapes(transaction)).map(({ name, columns }) => [name, columns]))
  const own = { table: 'accounts', condition: sql<boolean>`id = ${account}` }
  for (const { table, condition } of [own, ...accountRows(account).toReversed()]) {
    if (omittedTables.has(table)) continue
    const columns = (shapes.get(table) ?? []).filter(({ name }) => !omittedColumns.has(name))
    const names = columns.map(({ name }) => (name === 'headers' ? headersWithoutValues : sql.ref(name)))
    await sql`
      declare account_rows no scroll cursor for
      select json_build_object('table', ${table}::text, 'row', row_to_json(r))::text as line
      from (select ${sql.join(names)} from ${sql.table(table)} where ${condition}) r
    `.execute(transaction)
    for (;;) {
      const { rows } = await sql<{ line: string }>`fetch 32 from account_rows`.execute(transaction)
      for (const { line } of rows) yield line
      if (rows.length === 0) break
    }
    await sql`close account_rows`.execute(transaction)
  }
}
