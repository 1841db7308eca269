import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { refuseWhileAtWork } from '../records/refuse-while-at-work.ts'
import { lockScenario } from '../scenarios/own-scenario.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { deletedRecord } from '../schemas/deleted.ts'

/** The deletion of a scenario: it starts no more. */
export const deleteScenario = defineRoute({
  name: 'deleteScenario',
  method: 'DELETE',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Deletes a scenario, unless completions of its bot wait for their answers.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  refusals: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const { id } = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      await refuseWhileAtWork(transaction, bot, ['answer'])
      await transaction
        .updateTable('scenarios')
        .set({ deleted_at, is_active: false, updated_at: deleted_at })
        .where('id', '=', id)
        .execute()
      await touchBot(transaction, bot.id)
      return { unique_id: id, deleted_at: deleted_at.toISOString() }
    })
  },
})
