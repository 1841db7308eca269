import { count } from '@scenewright/model/text'
import { countIgnoredPhrases, maxPhrases, maxWordsOfPhrase } from '../../answering/classify-message.ts'
import { pickFields } from '../../http/json-body.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Infer } from '../../http/schema.ts'
import { requireBot } from '../bots/store.ts'
import { listSchema, paging } from '../listing.ts'
import { agentChange, agentFields, agentRecord } from './schema.ts'
import { readAgentPage, requireAgent, updateAgent } from './store.ts'
import type { AgentRow } from './table.ts'

/** The behavior models of a bot, oldest first. */
const listAgents = defineRoute({
  name: 'listAgents',
  method: 'GET',
  url: '/bot-agents',
  summary: 'Lists the behavior models of a bot.',
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take'],
    properties: { bot_unique_id: { type: 'string' }, is_active: { type: 'boolean' }, ...paging },
  },
  status: 200,
  response: listSchema(agentRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, service) {
    const bot = await requireBot(query.bot_unique_id, account, service)
    const { rows, meta } = await readAgentPage(service.kysely, bot, query)
    return { data: rows.map(toAgentRecord), meta }
  },
})

/** One behavior model. */
const readAgent = defineRoute({
  name: 'readAgent',
  method: 'GET',
  url: '/bot-agents/{uniqueId}',
  summary: 'Reads a behavior model.',
  status: 200,
  response: agentRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    return toAgentRecord(await requireAgent(parameters.uniqueId, account, service))
  },
})

const filters = ['greeting_filter', 'closing_filter', 'spam_filter'] as const
const filterLimits = `a filter has at most ${maxPhrases} phrases of ${maxWordsOfPhrase} words`

/** A change of a behavior model; absent fields do not change. */
const changeAgent = defineRoute({
  name: 'changeAgent',
  method: 'PATCH',
  url: '/bot-agents/{uniqueId}',
  summary: 'Changes a behavior model.',
  isLocal: true,
  body: agentChange,
  status: 200,
  response: agentRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body, warn }, service) {
    const agent = await requireAgent(parameters.uniqueId, account, service)
    for (const field of filters) {
      const ignored = countIgnoredPhrases(body[field] ?? '')
      if (ignored > 0) warn(`The field "${field}" has ${count(ignored, 'phrase')} without effect: ${filterLimits}.`)
    }
    const change = { ...pickFields(body, agentFields), updated_at: service.clock() }
    return toAgentRecord(await updateAgent(service.kysely, agent, change))
  },
})

/** A behavior model in the form of responses. */
function toAgentRecord(agent: AgentRow): Infer<typeof agentRecord> {
  const { id, bot_id: _bot, sequence: _sequence, created_at, updated_at, ...fields } = agent
  return {
    unique_id: id,
    ...fields,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

/** The operations on behavior models. */
export const agentRoutes: readonly Route[] = [listAgents, readAgent, changeAgent]
