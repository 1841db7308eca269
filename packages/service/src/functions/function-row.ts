import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Bot, BotFunction, FunctionTable, KeptHeader } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { type functionRecord, type newFunction, newFunctionDefaults } from '../schemas/function.ts'
import type { Infer } from '../schemas/infer.ts'
import type { HeaderVault } from './header-vault.ts'

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
export function keptHeader(
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
