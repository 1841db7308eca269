import { randomUUID } from 'node:crypto'
import type { Kysely, Updateable } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { createRevisionCache } from '../../runtime/revision-cache.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { requireRecord, touchBot } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { type Agent, idleAgent } from './agent.ts'
import type { AgentRow, AgentTable } from './table.ts'

/**
 * The behavior model with that id, of a bot of the account. Rejects with an HttpError: 404 if there is none, else 403.
 */
export async function requireAgent(id: string, account: Account, service: ServiceContext): Promise<AgentRow> {
  const { kysely } = service
  const { record } = await requireRecord(id, account, service, {
    name: 'behavior model',
    find: known => kysely.selectFrom('agents').selectAll().where('id', '=', known).executeTakeFirst(),
  })
  return record
}

/**
 * Adds the default behavior model of a new bot, in which everything is disabled, in the transaction that creates the
 * bot.
 */
export async function addDefaultAgent(transaction: Kysely<Tables>, bot: Bot): Promise<void> {
  const { id: bot_id, created_at } = bot
  await transaction
    .insertInto('agents')
    .values({ id: randomUUID(), bot_id, name: 'Default', is_default: true, created_at, updated_at: created_at })
    .execute()
}

/** The maximum number of cached agents. */
const maxKept = 500

/** Reads the active behavior model of a bot. */
export type AgentReader = (bot: Pick<Bot, 'id' | 'revision'>) => Promise<Agent>

/** Caches each agent until the revision of its bot increases; evicts the least recently used. */
export function createAgentReader(kysely: Kysely<Tables>): AgentReader {
  return createRevisionCache({
    keyOf: ({ id }) => id,
    revisionOf: ({ revision }) => revision,
    load: ({ id }) => readActive(kysely, id),
    sizeOf: () => 1,
    maxSize: maxKept,
  })
}

/** The default one first, if there are several. */
async function readActive(kysely: Kysely<Tables>, botId: string): Promise<Agent> {
  const active = await kysely
    .selectFrom('agents')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('is_active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return active ?? idleAgent
}

/** A page of the behavior models of a bot, oldest first. */
export function readAgentPage(
  kysely: Kysely<Tables>,
  bot: Bot,
  { is_active, ...page }: PageRequest & { readonly is_active?: boolean | undefined },
) {
  const agents = kysely
    .selectFrom('agents')
    .where('bot_id', '=', bot.id)
    .$if(is_active !== undefined, some => some.where('is_active', '=', is_active === true))
  return readPage(agents, agents.selectAll().orderBy('sequence'), page)
}

/** Changes a behavior model, and invalidates cached answers of its bot. */
export function updateAgent(
  kysely: Kysely<Tables>,
  { id, bot_id }: AgentRow,
  change: Updateable<AgentTable>,
): Promise<AgentRow> {
  return kysely.transaction().execute(async transaction => {
    const agent = await transaction
      .updateTable('agents')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await touchBot(transaction, bot_id)
    return agent
  })
}
