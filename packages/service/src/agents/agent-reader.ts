import type { Kysely } from 'kysely'
import type { Bot, Tables } from '../database/tables.ts'
import { type Agent, idleAgent } from './agent.ts'

/** Agents kept at the most. */
const mostKept = 500

/** Reads the behaviour model that a bot goes by. */
export type AgentReader = (bot: Pick<Bot, 'id' | 'revision'>) => Promise<Agent>

/** Keeps each agent until its bot's revision changes; the one used longest ago is forgotten first. */
export function createAgentReader(kysely: Kysely<Tables>): AgentReader {
  const kept = new Map<string, { readonly revision: number; readonly agent: Agent }>()
  return async ({ id, revision }) => {
    const found = kept.get(id)
    const entry = found?.revision === revision ? found : { revision, agent: await readActive(kysely, id) }
    kept.delete(id)
    kept.set(id, entry)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
    return entry.agent
  }
}

/** The default one first, where there are several. */
async function readActive(kysely: Kysely<Tables>, botId: string): Promise<Agent> {
  const active = await kysely
    .selectFrom('agents')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('is_active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return active ?? idleAgent
}
