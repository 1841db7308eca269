import { type Bot as PreparedBot, prepareBot, type SimulatedScenario } from '@scenewright/simulator'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Bot } from '../resources/bots/table.ts'
import { createRevisionCache } from '../runtime/revision-cache.ts'
import type { TimeSlicer } from '../runtime/time-slicer.ts'

/** The maximum number of cached bots. */
const maxKept = 200

/** Provides bots that are ready to answer. */
export type PreparedBots = (bot: Bot) => Promise<PreparedBot>

/** Prepares a bot once for all its messages, until its revision changes; evicts the least recently used. */
export function createPreparedBots(kysely: Kysely<Tables>, slicer: TimeSlicer): PreparedBots {
  return createRevisionCache({
    keyOf: ({ id }) => id,
    revisionOf: ({ revision }) => revision,
    load: async (bot, before) => slicer.finish(prepareBot(await readScenarios(kysely, bot.id), bot, { before })),
    sizeOf: () => 1,
    maxSize: maxKept,
  })
}

/** The active scenarios, with their published definitions. Their keys are their ids. */
async function readScenarios(kysely: Kysely<Tables>, botId: string): Promise<SimulatedScenario[]> {
  const rows = await kysely
    .selectFrom('scenarios')
    .innerJoin('versions', 'versions.scenario_id', 'scenarios.id')
    .selectAll('scenarios')
    .select('versions.definition')
    .where('scenarios.bot_id', '=', botId)
    .where('scenarios.is_active', '=', true)
    .where('scenarios.deleted_at', 'is', null)
    .where('versions.status', '=', 'PUBLISHED')
    .orderBy('scenarios.sequence')
    .execute()
  return rows.map(row => ({
    key: row.id,
    isActive: true,
    scenario: {
      title: row.title,
      trigger_description: row.trigger_description,
      clarification_label: row.clarification_label,
      examples: row.examples,
      exclusions: row.exclusions,
      min_confidence: row.min_confidence,
      priority: row.priority,
      allow_repeat_in_dialogue: row.allow_repeat_in_dialogue,
      definition: row.definition,
    },
  }))
}
