import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { StoredDefinition } from './check-definition.ts'

/**
 * Puts a definition into the scenario's open draft, or into a new version that counts one up. The caller holds the
 * scenario's lock, so that numbers have no hole and no repeat.
 */
export async function writeDraft(
  transaction: Transaction<Tables>,
  scenarioId: string,
  definition: StoredDefinition,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(definition)
  const { numUpdatedRows } = await transaction
    .updateTable('versions')
    .set({ definition: json })
    .where('scenario_id', '=', scenarioId)
    .where('status', '=', 'DRAFT')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const { last } = await transaction
    .selectFrom('versions')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('scenario_id', '=', scenarioId)
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('versions')
    .values({
      id: randomUUID(),
      scenario_id: scenarioId,
      version: (last ?? 0) + 1,
      status: 'DRAFT',
      definition: json,
      created_at: now,
    })
    .execute()
}
