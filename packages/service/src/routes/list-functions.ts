import { ownBot } from '../bots/own-bot.ts'
import { toFunctionRecord } from '../functions/function-row.ts'
import { defineRoute } from '../http/route.ts'
import { functionRecord } from '../schemas/function.ts'
import { listOf, orderBy, paging } from '../schemas/paging.ts'

/** The functions of a bot. */
export const listFunctions = defineRoute({
  name: 'listFunctions',
  method: 'GET',
  url: '/bot-tools',
  summary: 'Lists the functions of a bot.',
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take', 'order_by'],
    properties: { bot_unique_id: { type: 'string' }, ...paging, order_by: orderBy },
  },
  status: 200,
  response: listOf(functionRecord),
  refusals: [400, 403, 404],
  async handle({ account, query: { bot_unique_id, skip, take, order_by } }, service) {
    const bot = await ownBot(bot_unique_id, account, service)
    const own = service.kysely.selectFrom('functions').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
    const rows = await own
      .selectAll()
      .orderBy('created_at', order_by)
      .orderBy('sequence', order_by)
      .offset(skip)
      .limit(take)
      .execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(toFunctionRecord), meta: { total, skip, take } }
  },
})
