import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { findScenario } from '../scenarios/own-scenario.ts'
import { readFullScenarioRecord } from '../scenarios/scenario-record.ts'
import { fullScenarioRecord } from '../schemas/scenario.ts'

/** One scenario, with all that is known of it. */
export const readScenario = defineRoute({
  name: 'readScenario',
  method: 'GET',
  url: '/bots/{uniqueId}/scenarios/{scenarioUniqueId}',
  summary: 'Reads a scenario, with its examples, its texts and its layout.',
  isLocal: true,
  status: 200,
  response: fullScenarioRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const scenario = await findScenario(parameters.scenarioUniqueId, bot, service.kysely)
    return readFullScenarioRecord(service.kysely, scenario)
  },
})
