import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { toScenarioSummary } from '../scenarios/scenario-record.ts'
import { listOf, orderBy, paging } from '../schemas/paging.ts'
import { scenarioSummary } from '../schemas/scenario.ts'

/** The scenarios of a bot, without their versions, which may be large. */
export const listScenarios = defineRoute({
  name: 'listScenarios',
  method: 'GET',
  url: '/bots/{uniqueId}/scenarios',
  summary: 'Lists the scenarios of a bot, without their versions.',
  isLocal: true,
  query: { type: 'object', required: ['skip', 'take', 'order_by'], properties: { ...paging, order_by: orderBy } },
  status: 200,
  response: listOf(scenarioSummary),
  refusals: [400, 403, 404],
  async handle({ account, parameters, query: { skip, take, order_by } }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const own = service.kysely.selectFrom('scenarios').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
    const rows = await own.selectAll().orderBy('sequence', order_by).offset(skip).limit(take).execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(toScenarioSummary), meta: { total, skip, take } }
  },
})
