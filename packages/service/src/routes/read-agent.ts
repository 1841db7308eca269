import { toAgentRecord } from '../agents/agent-record.ts'
import { ownAgent } from '../agents/own-agent.ts'
import { defineRoute } from '../http/route.ts'
import { agentRecord } from '../schemas/agent.ts'

/** One behaviour model. */
export const readAgent = defineRoute({
  name: 'readAgent',
  method: 'GET',
  url: '/bot-agents/{uniqueId}',
  summary: 'Reads a behavior model.',
  status: 200,
  response: agentRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    return toAgentRecord(await ownAgent(parameters.uniqueId, account, service))
  },
})
