import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { addScenario } from '../scenarios/add-scenario.ts'
import { newScenario, scenarioRecord } from '../schemas/scenario.ts'

/** A new scenario, switched off. */
export const createScenario = defineRoute({
  name: 'createScenario',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios',
  summary: 'Creates a scenario; its definition becomes a draft.',
  body: newScenario,
  status: 201,
  response: scenarioRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    return addScenario(bot, body, service)
  },
})
