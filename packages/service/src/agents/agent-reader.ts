import type { Kysely } from 'kysely'
import type { AgentRow, Bot, Tables } from '../database/tables.ts'

/** Agents kept at the most. */
const mostKept = 500

/** A behaviour model that is switched on. */
export type Agent = Omit<AgentRow, 'sequence' | 'created_at' | 'updated_at'>

/** The behaviour model that a bot goes by; undefined where all of its are switched off. */
export type ReadAgent = (bot: Pick<Bot, 'id' | 'revision'>) => Promise<Agent | undefined>

/** Reads the agents of bots, and keeps each until its bot's revision changes; the one used longest ago is forgotten first. */
export function createAgentReader(kysely: Kysely<Tables>): ReadAgent {
  const kept = new Map<string, { readonly revision: number; readonly agent: Agent | undefined }>()
  return async ({ id, revision }) => {
    const found = kept.get(id)
    const entry = found?.revision === revision ? found : { revision, agent: await readActive(kysely, id) }
    kept.delete(id)
    kept.set(id, entry)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '')
    return entry.agent
  }
}

async function readActive(kysely: Kysely<Tables>, botId: string): Promise<Agent | undefined> {
  return kysely
    .selectFrom('agents')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('is_active', '=', true)
    .orderBy('is_default', 'desc')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
}
