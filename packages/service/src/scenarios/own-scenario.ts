import type { Kysely, Transaction } from 'kysely'
import type { Bot, Scenario, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { noId, readId } from '../identifiers.ts'

/** The bot's scenario of that id. Rejects with a Refusal 404. */
export async function findScenario(id: string, bot: Bot, kysely: Kysely<Tables>): Promise<Scenario> {
  return known(id, await queryOf(id, bot, kysely).executeTakeFirst())
}

/** The bot's scenario of that id, locked until the end of the transaction. Rejects with a Refusal 404. */
export async function lockScenario(id: string, bot: Bot, transaction: Transaction<Tables>): Promise<Scenario> {
  return known(id, await queryOf(id, bot, transaction).forUpdate().executeTakeFirst())
}

function queryOf(id: string, bot: Bot, kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('scenarios')
    .selectAll()
    .where('id', '=', readId(id) ?? noId)
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
}

function known(id: string, scenario: Scenario | undefined): Scenario {
  if (scenario === undefined) throw new Refusal(404, `Scenario "${id}" not found.`)
  return scenario
}
