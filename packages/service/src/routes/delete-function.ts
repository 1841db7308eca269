import { lockFunction, ownFunction } from '../functions/own-function.ts'
import { defineRoute } from '../http/route.ts'
import { refuseWhileAtWork } from '../records/refuse-while-at-work.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { deletedRecord } from '../schemas/deleted.ts'

/** The deletion of a function: it is offered to no model any more, and what it knew of secrets is gone. */
export const deleteFunction = defineRoute({
  name: 'deleteFunction',
  method: 'DELETE',
  url: '/bot-tools/{uniqueId}',
  summary: 'Deletes a function, unless completions of its bot wait for their answers.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  refusals: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const { record, bot } = await ownFunction(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      await lockFunction(record, transaction)
      await refuseWhileAtWork(transaction, bot, ['answer'])
      await transaction
        .updateTable('functions')
        .set({ deleted_at, is_enabled: false, headers: '[]', updated_at: deleted_at })
        .where('id', '=', record.id)
        .execute()
      await touchBot(transaction, bot.id)
    })
    return { unique_id: record.id, deleted_at: deleted_at.toISOString() }
  },
})
