import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { lockScenario } from '../scenarios/own-scenario.ts'
import { publish } from '../scenarios/publish.ts'
import { readScenarioRecord } from '../scenarios/scenario-record.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { publication, scenarioRecord } from '../schemas/scenario.ts'

/** The publication of a version, which switches the scenario on unless told not to. */
export const publishVersion = defineRoute({
  name: 'publishVersion',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/versions/{versionUniqueId}/publish',
  summary: 'Publishes a version of a scenario.',
  body: publication,
  status: 201,
  response: scenarioRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const activate = body?.activate ?? true
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      await publish(transaction, scenario, parameters.versionUniqueId)
      await transaction
        .updateTable('scenarios')
        .set({ ...(activate && { is_active: true }), updated_at: service.clock() })
        .where('id', '=', scenario.id)
        .execute()
      await touchBot(transaction, bot.id)
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})
