import { ownBot } from '../bots/own-bot.ts'
import type { Account, AgentRow } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'
import type { ServiceContext } from '../service-context.ts'

/** The behaviour model of that id, of a bot of the account. Rejects with a Refusal: 404 where there is none, else 403. */
export async function ownAgent(id: string, account: Account, service: ServiceContext): Promise<AgentRow> {
  const known = readId(id)
  const agent =
    known === undefined
      ? undefined
      : await service.kysely.selectFrom('agents').selectAll().where('id', '=', known).executeTakeFirst()
  if (agent === undefined) throw notFound(id)
  try {
    await ownBot(agent.bot_id, account, service)
  } catch (error) {
    // What is hidden is what was asked for: the bot's id was never said.
    if (error instanceof Refusal && error.status === 404) throw notFound(id)
    throw error
  }
  return agent
}

function notFound(id: string): Refusal {
  return new Refusal(404, `Behavior model "${id}" not found.`)
}
