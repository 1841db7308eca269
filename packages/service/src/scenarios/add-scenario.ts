import { randomUUID } from 'node:crypto'
import type { Bot } from '../database/tables.ts'
import type { Infer } from '../schemas/infer.ts'
import { type newScenario, newScenarioDefaults, type scenarioRecord } from '../schemas/scenario.ts'
import type { ServiceContext } from '../service-context.ts'
import { checkDefinition } from './check-definition.ts'
import { scenarioColumns } from './scenario-columns.ts'
import { readScenarioRecord } from './scenario-record.ts'
import { writeDraft } from './write-draft.ts'

/** Makes a scenario of a bot, switched off; its definition, if there is one, is version 1, a draft. */
export async function addScenario(
  bot: Bot,
  fields: Infer<typeof newScenario>,
  { kysely, clock }: Pick<ServiceContext, 'kysely' | 'clock'>,
): Promise<Infer<typeof scenarioRecord>> {
  const { definition } = fields
  if (definition !== undefined) checkDefinition(definition)
  const id = randomUUID()
  const now = clock()
  const columns = {
    ...scenarioColumns({ ...newScenarioDefaults, ...fields }),
    title: fields.title,
    trigger_description: fields.trigger_description,
  }
  return kysely.transaction().execute(async transaction => {
    await transaction
      .insertInto('scenarios')
      .values({ ...newRow, ...columns, id, bot_id: bot.id, created_at: now, updated_at: now })
      .execute()
    if (definition !== undefined) await writeDraft(transaction, id, definition, now)
    return readScenarioRecord(transaction, id)
  })
}

/** What the columns hold where nothing is said. */
const newRow = { ...newScenarioDefaults, examples: '[]', exclusions: '[]' } as const
