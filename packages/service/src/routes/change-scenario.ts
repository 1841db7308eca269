import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { checkDefinition } from '../scenarios/check-definition.ts'
import { lockScenario } from '../scenarios/own-scenario.ts'
import { scenarioColumns } from '../scenarios/scenario-columns.ts'
import { readScenarioRecord } from '../scenarios/scenario-record.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { writeDraft } from '../scenarios/write-draft.ts'
import { scenarioChange, scenarioRecord } from '../schemas/scenario.ts'

/** A change of a scenario; what is absent stays. A definition goes into the draft. */
export const changeScenario = defineRoute({
  name: 'changeScenario',
  method: 'PATCH',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Changes a scenario; a definition goes into the open draft, or into a new one.',
  body: scenarioChange,
  status: 200,
  response: scenarioRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const { definition } = body
    const now = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const scenario = await lockScenario(parameters.scenarioUniqueId, bot, transaction)
      if (definition !== undefined) {
        checkDefinition(definition)
        await writeDraft(transaction, scenario.id, definition, now)
      }
      await transaction
        .updateTable('scenarios')
        .set({ ...scenarioColumns(body), updated_at: now })
        .where('id', '=', scenario.id)
        .execute()
      await touchBot(transaction, bot.id)
      return readScenarioRecord(transaction, scenario.id)
    })
  },
})
