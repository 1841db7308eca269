import { toBotRecord } from '../bots/bot-record.ts'
import { defineRoute } from '../http/route.ts'
import { botRecord } from '../schemas/bot.ts'
import { listOf, orderBy, paging } from '../schemas/paging.ts'
import { containing } from '../search-pattern.ts'

/** The bots of the account. */
export const listBots = defineRoute({
  name: 'listBots',
  method: 'GET',
  url: '/bots',
  summary: 'Lists the bots of the account.',
  query: {
    type: 'object',
    required: ['skip', 'take', 'order_by'],
    properties: { search: { type: 'string' }, ...paging, order_by: orderBy },
  },
  status: 200,
  response: listOf(botRecord),
  refusals: [400, 403],
  async handle({ account, query: { search = '', skip, take, order_by } }, { kysely }) {
    const own = kysely
      .selectFrom('bots')
      .where('account_id', '=', account.id)
      .where('deleted_at', 'is', null)
      .$if(search !== '', bots => bots.where('name', 'ilike', containing(search)))
    const rows = await own
      .selectAll()
      .orderBy('created_at', order_by)
      .orderBy('sequence', order_by)
      .offset(skip)
      .limit(take)
      .execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(toBotRecord), meta: { total, skip, take } }
  },
})
