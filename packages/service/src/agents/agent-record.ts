import type { AgentRow } from '../database/tables.ts'
import type { agentRecord } from '../schemas/agent.ts'
import type { Infer } from '../schemas/infer.ts'

/** A behaviour model as answers show it. */
export function toAgentRecord(agent: AgentRow): Infer<typeof agentRecord> {
  const { id, bot_id: _bot, sequence: _sequence, created_at, updated_at, ...fields } = agent
  return {
    unique_id: id,
    ...fields,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}
