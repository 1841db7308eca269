import { existsSync } from 'node:fs'
import { OperationError } from '@scenewright/model'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { HttpError, retryAfter } from '../../http/http-error.ts'
import { type HeaderVault, openHeaderVault } from './header-vault.ts'
import type { StoredHeader } from './table.ts'

/** How the vault is opened. */
interface OpenOptions {
  /** Absent: there is no place for a key. */
  readonly keyFile: string | undefined
  /** Discards values that the key does not decrypt, instead of refusing to start. */
  readonly discardsValues: boolean
}

/**
 * Opens the vault of the key file for the database; undefined without a key file. The file is only created for a
 * database without sealed values. Rejects with an OperationError `state` if the key does not open the values of the
 * database, as after a restore without the key file, or if there are values and no key file.
 */
export async function openVaultFor(
  kysely: Kysely<Tables>,
  { keyFile, discardsValues }: OpenOptions,
): Promise<HeaderVault | undefined> {
  const rows = await withValues(kysely).execute()
  if (keyFile === undefined) {
    if (rows.length > 0)
      throw unusable('no key file is given', 'Name the key file of the original service: --key-file.')
    return undefined
  }
  const named = `the key file "${keyFile}"`
  if (rows.length > 0 && !existsSync(keyFile) && !discardsValues) throw unusable(`${named} does not exist`)
  const vault = openHeaderVault(keyFile)
  for (const { id, headers } of rows) {
    const usable = headers.map(header => (isOpened(header, vault) ? header : { ...header, sealed: null }))
    if (headers.every(({ sealed }, at) => sealed === usable[at]?.sealed)) continue
    if (!discardsValues) throw unusable(`${named} is not the one that encrypted them`)
    await kysely
      .updateTable('functions')
      .set({ headers: JSON.stringify(usable) })
      .where('id', '=', id)
      .execute()
  }
  return vault
}

/**
 * Rejects with an HttpError 503 if the database has values that another key encrypted: several services with different
 * key files start as long as there are none.
 */
export async function requireSameKey(kysely: Kysely<Tables>, vault: HeaderVault | undefined): Promise<void> {
  if (vault === undefined) return
  const row = await withValues(kysely).limit(1).executeTakeFirst()
  if (row === undefined || row.headers.every(header => isOpened(header, vault))) return
  const message = 'This process has another key file than the one that encrypted the stored header values.'
  throw new HttpError(503, message, { 'retry-after': retryAfter })
}

function withValues(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('functions')
    .innerJoin('bots', 'bots.id', 'functions.bot_id')
    .select(['functions.id', 'functions.headers'])
    .where('bots.deleted_at', 'is', null)
    .where(sql<boolean>`functions.headers::text like '%"sealed":"%'`)
}

function isOpened({ id, sealed }: StoredHeader, vault: HeaderVault): boolean {
  if (sealed === null) return true
  try {
    vault.open(sealed, id)
    return true
  } catch {
    return false
  }
}

function unusable(reason: string, help = copyIt): OperationError {
  return new OperationError('state', `The database has encrypted header values, and ${reason}.`, { help })
}

const copyIt =
  'Copy the key file of the original service there. If it is lost, start once with --discard-header-values.'
