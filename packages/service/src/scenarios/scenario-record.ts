import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Infer } from '../schemas/infer.ts'
import type { scenarioRecord } from '../schemas/scenario.ts'

/** A scenario as answers show it: its versions newest first. */
export async function readScenarioRecord(kysely: Kysely<Tables>, id: string): Promise<Infer<typeof scenarioRecord>> {
  const scenario = await kysely.selectFrom('scenarios').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const versions = await kysely
    .selectFrom('versions')
    .selectAll()
    .where('scenario_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  return {
    unique_id: scenario.id,
    title: scenario.title,
    trigger_description: scenario.trigger_description,
    min_confidence: scenario.min_confidence,
    priority: scenario.priority,
    is_active: scenario.is_active,
    allow_repeat_in_dialogue: scenario.allow_repeat_in_dialogue,
    versions: versions.map(({ id: unique_id, version, status, definition, created_at }) => {
      return { unique_id, version, status, definition: { ...definition }, created_at: created_at.toISOString() }
    }),
    _count: { runs: scenario.runs },
    created_at: scenario.created_at.toISOString(),
    updated_at: scenario.updated_at.toISOString(),
  }
}
