import { ownBot } from '../bots/own-bot.ts'
import { toDialogueRecord } from '../dialogues/dialogue-row.ts'
import { defineRoute } from '../http/route.ts'
import { dialogueRecord } from '../schemas/dialogue.ts'
import { listOf, orderBy, paging } from '../schemas/paging.ts'

/** The dialogues of a bot. */
export const listDialogues = defineRoute({
  name: 'listDialogues',
  method: 'GET',
  url: '/bots/{botUniqueId}/dialogues',
  summary: 'Lists the dialogues of a bot.',
  isLocal: true,
  query: { type: 'object', required: ['skip', 'take', 'order_by'], properties: { ...paging, order_by: orderBy } },
  status: 200,
  response: listOf(dialogueRecord),
  refusals: [400, 403, 404],
  async handle({ account, parameters, query: { skip, take, order_by } }, service) {
    const bot = await ownBot(parameters.botUniqueId, account, service)
    const own = service.kysely.selectFrom('dialogues').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
    const rows = await own
      .selectAll()
      .orderBy('created_at', order_by)
      .orderBy('sequence', order_by)
      .offset(skip)
      .limit(take)
      .execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(toDialogueRecord), meta: { total, skip, take } }
  },
})
