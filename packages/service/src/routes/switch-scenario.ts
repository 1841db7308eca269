import { ownBot } from '../bots/own-bot.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { lockScenario } from '../scenarios/own-scenario.ts'
import { readScenarioRecord } from '../scenarios/scenario-record.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { activation, scenarioRecord } from '../schemas/scenario.ts'

/** A scenario switched on or off; on needs a published version. */
export const switchScenario = defineRoute({
  name: 'switchScenario',
  method: 'PATCH',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}/active',
  summary: 'Switches a scenario on or off.',
  body: activation,
  status: 200,
  response: scenarioRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body: { is_active } }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      const published = await transaction
        .selectFrom('versions')
        .select('id')
        .where('scenario_id', '=', scenario.id)
        .where('status', '=', 'PUBLISHED')
        .executeTakeFirst()
      if (is_active && published === undefined) {
        throw new Refusal(400, 'The scenario has no published version, and cannot be switched on.')
      }
      await transaction
        .updateTable('scenarios')
        .set({ is_active, updated_at: service.clock() })
        .where('id', '=', scenario.id)
        .execute()
      await touchBot(transaction, bot.id)
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})
