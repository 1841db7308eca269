import { randomUUID } from 'node:crypto'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Account, Bot, BotFunction, FunctionTable, KeptHeader, Tables } from '../../database/tables.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../service-context.ts'
import { ownRecord } from '../bots/store.ts'
import type { HeaderVault } from './header-vault.ts'
import { type functionChange, type functionRecord, type newFunction, newFunctionDefaults } from './schema.ts'

/** The function of that id, of a bot of the account. Rejects with a Refusal: 404 where there is none, else 403. */
export function ownFunction(
  id: string,
  account: Account,
  service: ServiceContext,
): Promise<{ readonly record: BotFunction; readonly bot: Bot }> {
  return ownRecord(id, account, service, {
    name: 'function',
    find: known => queryOf(known, service.kysely).executeTakeFirst(),
  })
}

/** The function as it is now, locked until the end of the transaction. Rejects with a Refusal 404. */
export async function lockFunction({ id }: BotFunction, transaction: Transaction<Tables>): Promise<BotFunction> {
  const locked = await queryOf(id, transaction).forUpdate().executeTakeFirst()
  if (locked === undefined) throw new Refusal(404, `There is no function "${id}".`)
  return locked
}

function queryOf(id: string, kysely: Kysely<Tables>) {
  return kysely.selectFrom('functions').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
}

type Body = Infer<typeof newFunction>
type NewHeader = NonNullable<Body['headers']>[number]

/** The row of a new function of a bot. Throws a Refusal 400 for a header's value where there is no vault to keep it in. */
export function newFunctionRow(
  bot: Bot,
  { bot_unique_id: _bot, headers = [], input_schema_json, ...fields }: Body,
  vault: HeaderVault | undefined,
  now: Date,
): Insertable<FunctionTable> {
  return {
    ...newFunctionDefaults,
    ...fields,
    id: randomUUID(),
    bot_id: bot.id,
    input_schema_json: JSON.stringify(input_schema_json),
    headers: JSON.stringify(headers.map(header => keptHeader(header, vault))),
    created_at: now,
    updated_at: now,
  }
}

/** A function as answers show it: of a header's value only that there is one. */
export function toFunctionRecord(row: BotFunction): Infer<typeof functionRecord> {
  const {
    id,
    bot_id: _bot,
    sequence: _sequence,
    deleted_at: _deleted,
    headers,
    created_at,
    updated_at,
    ...fields
  } = row
  return {
    unique_id: id,
    ...fields,
    headers: headers.map(({ id: unique_id, sealed, ...header }) => ({
      unique_id,
      ...header,
      has_value: sealed !== null,
    })),
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** A header as it is kept, with a new id. Throws a Refusal 400 for a value where there is no vault to keep it in. */
function keptHeader(
  { header_name, value, is_secret = false, is_enabled = true }: NewHeader,
  vault: HeaderVault | undefined,
): KeptHeader {
  const id = randomUUID()
  const hasValue = value !== undefined && value !== null && value !== ''
  return { id, header_name, is_secret, is_enabled, sealed: hasValue ? seal(value, id, vault) : null }
}

function seal(value: string, id: string, vault: HeaderVault | undefined): string {
  if (vault !== undefined) return vault.seal(value, id)
  throw new Refusal(400, 'The service was started without a key file, and keeps no values of headers.')
}

type GivenHeader = NonNullable<Infer<typeof functionChange>['headers']>[number]

/**
 * The headers that a function has from now on. One that names an earlier header by its id, and gives no value, keeps
 * that header's. Throws a Refusal 400 for a value where there is no vault to keep it in.
 */
export function changeHeaders(
  before: readonly KeptHeader[],
  given: readonly GivenHeader[],
  vault: HeaderVault | undefined,
): readonly KeptHeader[] {
  return given.map(({ unique_id, ...header }) => {
    const known = before.find(({ id }) => id === unique_id?.toLowerCase())
    if (known === undefined || header.value !== undefined) return keptHeader(header, vault)
    const { header_name, is_secret = known.is_secret, is_enabled = known.is_enabled } = header
    return { ...known, header_name, is_secret, is_enabled }
  })
}
