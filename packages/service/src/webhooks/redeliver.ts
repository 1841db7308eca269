import { OperationError } from '@scenewright/model'
import { type Kysely, sql } from 'kysely'
import { readId } from '../database/identifiers.ts'
import { type DatabaseLocation, withDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { webhookBody } from './event.ts'
import { unknownBot } from './webhook-secret.ts'

/** The failed deliveries to send again: of one completion, or of those requested in a period. */
export type RedeliverOptions =
  | { readonly completion: string }
  | {
      readonly from: Date
      readonly before?: Date
      /** Only of this bot. */
      readonly bot?: string
    }

/** The number of deliveries that one transaction adds. */
const sliceSize = 500

/**
 * Adds failed deliveries to the queue again, with all their attempts and the current address of the bot; a running
 * service sends them within seconds. Results of deleted bots and of bots without an address are left out. Rejects with
 * an OperationError: `usage` if the given completion has no failed delivery or the bot does not exist, `state` if the
 * data folder is in use.
 */
export function redeliver(
  options: DatabaseLocation & RedeliverOptions & { readonly now?: Date },
): Promise<{ readonly deliveries: number }> {
  const { now = new Date() } = options
  return withDatabase(options, async kysely => {
    if ('bot' in options && options.bot !== undefined) await requireBot(kysely, options.bot)
    let deliveries = 0
    for (let last: number | undefined = 0; last !== undefined; ) {
      const sequences = await addSlice(kysely, options, { now, last })
      deliveries += sequences.length
      last = sequences.at(-1)
    }
    if (deliveries === 0 && 'completion' in options) throw notFailed(options.completion)
    return { deliveries }
  })
}

async function requireBot(kysely: Kysely<Tables>, bot: string): Promise<void> {
  const found = await kysely
    .selectFrom('bots')
    .select('id')
    .where('id', '=', known(bot))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) throw unknownBot(bot)
}

function notFailed(completion: string): OperationError {
  return new OperationError('usage', `There is no failed delivery of "${completion}".`, {
    help: 'The journal shows it: webhook_status is FAILED, and the bot still has a webhook_url.',
  })
}

/**
 * The sequence numbers of the completions whose deliveries were added. All are after the last one: a service may have
 * failed those before again.
 */
function addSlice(
  kysely: Kysely<Tables>,
  options: RedeliverOptions,
  { now, last }: { readonly now: Date; readonly last: number },
): Promise<readonly number[]> {
  return kysely.transaction().execute(async transaction => {
    const failed = await transaction
      .selectFrom('completions')
      .innerJoin('bots', 'bots.id', 'completions.bot_id')
      .select(['completions.id', 'completions.sequence', 'completions.bot_id', 'completions.meta'])
      .select(['completions.status', 'completions.answer'])
      .where('completions.sequence', '>', last)
      .where('completions.webhook_status', '=', 'FAILED')
      .where('bots.deleted_at', 'is', null)
      .where('bots.webhook_url', 'is not', null)
      .where(conditionOf(options))
      .orderBy('completions.sequence')
      .limit(sliceSize)
      .forUpdate('completions')
      .skipLocked()
      .execute()
    const rows = failed.flatMap(({ status, answer, ...completion }) => {
      if (status === 'PENDING' || status === 'PROCESSING') return []
      const body = webhookBody({ completion, status, text: answer })
      return [{ completion_id: completion.id, bot_id: completion.bot_id, body, due_at: now, scheduled_at: now }]
    })
    if (rows.length === 0) return []
    await transaction.insertInto('deliveries').values(rows).execute()
    const ids = rows.map(({ completion_id }) => completion_id)
    await transaction
      .updateTable('completions')
      .set({ webhook_status: 'PENDING', webhook_error: null })
      .where('id', 'in', ids)
      .execute()
    return failed.map(({ sequence }) => sequence)
  })
}

function conditionOf(options: RedeliverOptions) {
  if ('completion' in options) return sql<boolean>`completions.id = ${known(options.completion)}`
  const { from, before, bot } = options
  const ofBot = bot === undefined ? sql`true` : sql`completions.bot_id = ${known(bot)}`
  const ended = before === undefined ? sql`true` : sql`completions.created_at < ${before}`
  return sql<boolean>`completions.created_at >= ${from} and ${ended} and ${ofBot}`
}

function known(id: string): string {
  const read = readId(id)
  if (read === undefined) throw new OperationError('usage', `"${id}" is not an id.`)
  return read
}
