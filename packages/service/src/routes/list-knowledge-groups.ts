import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { ensureDefaultGroup } from '../knowledge/default-group.ts'
import { knowledgeGroupRecord } from '../schemas/knowledge-group.ts'
import { listOf, paging } from '../schemas/paging.ts'

/** The knowledge groups of a bot. */
export const listKnowledgeGroups = defineRoute({
  name: 'listKnowledgeGroups',
  method: 'GET',
  url: '/knowledge-groups',
  summary: 'Lists the knowledge groups of a bot, the oldest first.',
  isLocal: true,
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take'],
    properties: { bot_unique_id: { type: 'string' }, ...paging },
  },
  status: 200,
  response: listOf(knowledgeGroupRecord),
  refusals: [400, 403, 404],
  async handle({ account, query: { bot_unique_id, skip, take } }, service) {
    const bot = await ownBot(bot_unique_id, account, service)
    await ensureDefaultGroup(service.kysely, bot.id, service.clock())
    const own = service.kysely.selectFrom('knowledge_groups').where('bot_id', '=', bot.id)
    const rows = await own.select(['id', 'name']).orderBy('sequence').offset(skip).limit(take).execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(({ id, name }) => ({ unique_id: id, name })), meta: { total, skip, take } }
  },
})
