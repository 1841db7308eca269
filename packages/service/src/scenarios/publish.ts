import type { Transaction } from 'kysely'
import type { Scenario, Tables, Version } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'
import { checkDefinition, checkExecutable } from './check-definition.ts'

/**
 * Publishes a version of a locked scenario and archives the one before; publishing the published one changes nothing.
 * Rejects with a Refusal: 404 for an unknown version, 400 for one that cannot be carried out.
 */
export async function publish(transaction: Transaction<Tables>, scenario: Scenario, versionId: string): Promise<void> {
  const version = await findVersion(transaction, scenario, versionId)
  if (version === undefined) throw new Refusal(404, `Version "${versionId}" not found.`)
  if (version.status === 'PUBLISHED') return
  checkDefinition(version.definition)
  checkExecutable(version.definition)
  await transaction
    .updateTable('versions')
    .set({ status: 'ARCHIVED' })
    .where('scenario_id', '=', scenario.id)
    .where('status', '=', 'PUBLISHED')
    .execute()
  await transaction.updateTable('versions').set({ status: 'PUBLISHED' }).where('id', '=', version.id).execute()
}

async function findVersion(
  transaction: Transaction<Tables>,
  scenario: Scenario,
  versionId: string,
): Promise<Version | undefined> {
  const known = readId(versionId)
  if (known === undefined) return undefined
  return transaction
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', known)
    .where('scenario_id', '=', scenario.id)
    .executeTakeFirst()
}
