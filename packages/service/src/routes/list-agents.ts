import { toAgentRecord } from '../agents/agent-record.ts'
import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { agentRecord } from '../schemas/agent.ts'
import { listOf, paging } from '../schemas/paging.ts'

/** The behaviour models of a bot, oldest first. */
export const listAgents = defineRoute({
  name: 'listAgents',
  method: 'GET',
  url: '/bot-agents',
  summary: 'Lists the behavior models of a bot.',
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take'],
    properties: { bot_unique_id: { type: 'string' }, is_active: { type: 'boolean' }, ...paging },
  },
  status: 200,
  response: listOf(agentRecord),
  refusals: [400, 403, 404],
  async handle({ account, query: { bot_unique_id, is_active, skip, take } }, service) {
    const bot = await ownBot(bot_unique_id, account, service)
    const found = service.kysely
      .selectFrom('agents')
      .where('bot_id', '=', bot.id)
      .$if(is_active !== undefined, agents => agents.where('is_active', '=', is_active === true))
    const rows = await found.selectAll().orderBy('sequence').offset(skip).limit(take).execute()
    const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(toAgentRecord), meta: { total, skip, take } }
  },
})
