import { sql } from 'kysely'
import { ownBot, unknownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { refuseWhileAtWork } from '../records/refuse-while-at-work.ts'
import { deletedRecord } from '../schemas/deleted.ts'

/** The deletion of a bot, and with it of all that it has. */
export const deleteBot = defineRoute({
  name: 'deleteBot',
  method: 'DELETE',
  url: '/bots/{uniqueId}',
  summary: 'Deletes a bot, unless work of it is under way. Its journal stays.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  refusals: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      const locked = await transaction
        .selectFrom('bots')
        .select('id')
        .where('id', '=', bot.id)
        .where('deleted_at', 'is', null)
        // What points to the bot and is stored at this moment comes before or after, never beside.
        .forUpdate()
        .executeTakeFirst()
      if (locked === undefined) throw unknownBot(parameters.uniqueId)
      await refuseWhileAtWork(transaction, bot, ['answer', 'delivery', 'scan', 'transfer'])
      await transaction
        .updateTable('bots')
        // Without an address nothing is sent, whoever comes by the bot's row.
        .set({ deleted_at, webhook_url: null, revision: sql`revision + 1`, updated_at: deleted_at })
        .where('id', '=', bot.id)
        .execute()
    })
    return { unique_id: bot.id, deleted_at: deleted_at.toISOString() }
  },
})
