import type { Transaction } from 'kysely'
import type { Bot, Scenario, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'

/** The bot's scenario of that id, locked until the end of the transaction. Rejects with a Refusal 404. */
export async function lockScenario(id: string, bot: Bot, transaction: Transaction<Tables>): Promise<Scenario> {
  const known = readId(id)
  const scenario =
    known === undefined
      ? undefined
      : await transaction
          .selectFrom('scenarios')
          .selectAll()
          .where('id', '=', known)
          .where('bot_id', '=', bot.id)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
  if (scenario === undefined) throw new Refusal(404, `Scenario "${id}" not found.`)
  return scenario
}
