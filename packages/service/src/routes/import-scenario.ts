import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { addScenario } from '../scenarios/add-scenario.ts'
import { checkDependencies } from '../scenarios/check-dependencies.ts'
import { importDocument, scenarioRecord } from '../schemas/scenario.ts'

/** A new scenario from a portable document. Version 1 of the format has the fields of version 2. */
export const importScenario = defineRoute({
  name: 'importScenario',
  method: 'POST',
  url: '/bots/{uniqueId}/scenarios/import',
  summary: 'Imports a portable scenario: always as a new one.',
  body: importDocument,
  status: 201,
  response: scenarioRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    await checkDependencies(bot, body.dependencies ?? {}, service.kysely)
    return addScenario(bot, body.scenario, service)
  },
})
