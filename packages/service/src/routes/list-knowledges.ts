import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { noId } from '../identifiers.ts'
import { shownColumns, toKnowledgeRecord } from '../knowledge/knowledge-record.ts'
import { ownGroup } from '../knowledge/own-group.ts'
import { knowledgeRecord } from '../schemas/knowledge.ts'
import { listOf, orderBy, paging } from '../schemas/paging.ts'
import { containing } from '../search-pattern.ts'

/** The documents of a bot, without their contents. */
export const listKnowledges = defineRoute({
  name: 'listKnowledges',
  method: 'GET',
  url: '/knowledges',
  summary: 'Lists the documents of a bot, without their contents.',
  isLocal: true,
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take', 'order_by'],
    properties: {
      bot_unique_id: { type: 'string' },
      knowledge_group_unique_id: { type: 'string' },
      search: { type: 'string', description: 'A part of the name.' },
      ...paging,
      order_by: orderBy,
    },
  },
  status: 200,
  response: listOf(knowledgeRecord),
  refusals: [400, 403, 404],
  async handle({ account, query }, service) {
    const { bot_unique_id, knowledge_group_unique_id, search = '', skip, take, order_by } = query
    const bot = await ownBot(bot_unique_id, account, service)
    const group =
      knowledge_group_unique_id === undefined
        ? undefined
        : await ownGroup(knowledge_group_unique_id, { account, bot }, service)
    const own = service.kysely
      .selectFrom('knowledges')
      .where('bot_id', '=', bot.id)
      .where('deleted_at', 'is', null)
      .$if(group !== undefined, rows => rows.where('group_id', '=', group?.id ?? noId))
      .$if(search !== '', rows => rows.where('name', 'ilike', containing(search)))
    const rows = await own.select(shownColumns).orderBy('sequence', order_by).offset(skip).limit(take).execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(row => toKnowledgeRecord(row, bot)), meta: { total, skip, take } }
  },
})
