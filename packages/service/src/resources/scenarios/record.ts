import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Infer } from '../../http/schema.ts'
import type { fullScenarioRecord, scenarioRecord, scenarioSummary } from './schema.ts'
import type { Scenario } from './table.ts'

/** A scenario in the form of responses, with its versions, newest first. */
export async function readScenarioRecord(kysely: Kysely<Tables>, id: string): Promise<Infer<typeof scenarioRecord>> {
  const scenario = await kysely.selectFrom('scenarios').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...toScenarioSummary(scenario), versions: await readVersions(kysely, id) }
}

/** A scenario with the fields that the contract's own responses do not contain. */
export async function readFullScenarioRecord(
  kysely: Kysely<Tables>,
  scenario: Scenario,
): Promise<Infer<typeof fullScenarioRecord>> {
  const { id, bot_id: _bot, sequence: _sequence, runs: _runs, deleted_at: _deleted, layout, ...content } = scenario
  return {
    ...content,
    layout: layout === null ? null : { ...layout },
    ...toScenarioSummary(scenario),
    versions: await readVersions(kysely, id),
  }
}

/** A scenario in the form of lists. */
export function toScenarioSummary(scenario: Scenario): Infer<typeof scenarioSummary> {
  return {
    unique_id: scenario.id,
    title: scenario.title,
    trigger_description: scenario.trigger_description,
    min_confidence: scenario.min_confidence,
    priority: scenario.priority,
    is_active: scenario.is_active,
    allow_repeat_in_dialogue: scenario.allow_repeat_in_dialogue,
    _count: { runs: scenario.runs },
    created_at: scenario.created_at.toISOString(),
    updated_at: scenario.updated_at.toISOString(),
  }
}

async function readVersions(kysely: Kysely<Tables>, scenarioId: string) {
  const versions = await kysely
    .selectFrom('versions')
    .selectAll()
    .where('scenario_id', '=', scenarioId)
    .orderBy('version', 'desc')
    .execute()
  return versions.map(({ id: unique_id, version, status, definition, created_at }) => {
    return { unique_id, version, status, definition: { ...definition }, created_at: created_at.toISOString() }
  })
}
