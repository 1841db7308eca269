import { randomBytes } from 'node:crypto'
import { OperationError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import { readId } from '../database/identifiers.ts'
import { type DatabaseLocation, withDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

/** The bot whose secret is requested. */
interface SecretOptions {
  readonly bot: string
  /** Creates a new one first; the previous one becomes invalid immediately. */
  readonly reissue?: boolean
}

/**
 * The secret that signs a bot's results: `whsec_` and base64. Rejects with an OperationError: `usage` if there is no
 * such bot, `state` if the data folder is in use.
 */
export function webhookSecret(options: DatabaseLocation & SecretOptions): Promise<string> {
  const { bot, reissue = false, ...location } = options
  return withDatabase(location, async kysely => {
    const id = readId(bot)
    const secret = id && (reissue ? await renew(kysely, id) : await read(kysely, id))
    if (secret !== undefined) return secret
    throw unknownBot(bot)
  })
}

/** The error for an id that no bot has. */
export function unknownBot(id: string): OperationError {
  return new OperationError('usage', `There is no bot "${id}".`, { help: 'List the ids with GET /api/v1/bots.' })
}

async function read(kysely: Kysely<Tables>, id: string): Promise<string | undefined> {
  const found = await kysely
    .selectFrom('bots')
    .select('webhook_secret')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.webhook_secret
}

async function renew(kysely: Kysely<Tables>, id: string): Promise<string | undefined> {
  const webhook_secret = `whsec_${randomBytes(32).toString('base64')}`
  const { numUpdatedRows } = await kysely
    .updateTable('bots')
    .set({ webhook_secret })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? undefined : webhook_secret
}
