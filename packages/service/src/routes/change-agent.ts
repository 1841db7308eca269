import { toAgentRecord } from '../agents/agent-record.ts'
import { ownAgent } from '../agents/own-agent.ts'
import { defineRoute } from '../http/route.ts'
import { pickFields } from '../pick-fields.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { agentChange, agentFields, agentRecord } from '../schemas/agent.ts'

/** A change of a behaviour model; what is absent stays. */
export const changeAgent = defineRoute({
  name: 'changeAgent',
  method: 'PATCH',
  url: '/bot-agents/{uniqueId}',
  summary: 'Changes a behavior model.',
  isLocal: true,
  body: agentChange,
  status: 200,
  response: agentRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const { id, bot_id } = await ownAgent(parameters.uniqueId, account, service)
    const changed = await service.kysely.transaction().execute(async transaction => {
      const agent = await transaction
        .updateTable('agents')
        .set({ ...pickFields(body, agentFields), updated_at: service.clock() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await touchBot(transaction, bot_id)
      return agent
    })
    return toAgentRecord(changed)
  },
})
