import { randomUUID } from 'node:crypto'
import { contentFields } from '@scenewright/model'
import type { Kysely, Transaction, Updateable } from 'kysely'
import { noId, readId } from '../../database/identifiers.ts'
import { type OrderedPageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../http/http-error.ts'
import { pickFields } from '../../http/json-body.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { touchBot } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { checkDefinition, checkExecutable, type StoredDefinition } from './check.ts'
import { readScenarioRecord } from './record.ts'
import { type newScenario, newScenarioDefaults, type scenarioChange, type scenarioRecord } from './schema.ts'
import type { Scenario, ScenarioTable, Version } from './table.ts'

/** The bot's scenario of that id. Rejects with an HttpError 404. */
export async function requireScenario(id: string, bot: Bot, kysely: Kysely<Tables>): Promise<Scenario> {
  return known(id, await queryOf(id, bot, kysely).executeTakeFirst())
}

/** The bot's scenario of that id, locked until the end of the transaction. Rejects with an HttpError 404. */
export async function lockScenario(id: string, bot: Bot, transaction: Transaction<Tables>): Promise<Scenario> {
  return known(id, await queryOf(id, bot, transaction).forUpdate().executeTakeFirst())
}

function queryOf(id: string, bot: Bot, kysely: Kysely<Tables>) {
  return kysely
    .selectFrom('scenarios')
    .selectAll()
    .where('id', '=', readId(id) ?? noId)
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
}

function known(id: string, scenario: Scenario | undefined): Scenario {
  if (scenario === undefined) throw notFound('scenario', id)
  return scenario
}

/** Creates a scenario of a bot, inactive; its definition, if there is one, is version 1, a draft. */
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
    ...scenarioColumns(fields),
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

/** Defaults of the columns. */
const newRow = { ...newScenarioDefaults, examples: '[]', exclusions: '[]' } as const

/** The columns of the given fields; lists and objects as JSON. */
export function scenarioColumns(fields: Infer<typeof scenarioChange>) {
  const { examples, exclusions, ...plain } = pickFields(fields, contentFields)
  const { layout } = fields
  return {
    ...plain,
    ...(examples !== undefined && { examples: JSON.stringify(examples) }),
    ...(exclusions !== undefined && { exclusions: JSON.stringify(exclusions) }),
    ...(layout !== undefined && { layout: JSON.stringify(layout) }),
  }
}

/**
 * Stores a definition in the scenario's open draft, or in a new version with the next number. The caller holds the
 * scenario's lock, so that version numbers are consecutive and unique.
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

/**
 * Publishes a version of a locked scenario and archives the previous one; publishing the published one changes nothing.
 * Resolves with whether anything changed. Rejects with an HttpError: 404 for an unknown version, 400 for one that is not
 * supported.
 */
export async function publish(
  transaction: Transaction<Tables>,
  scenario: Scenario,
  versionId: string,
): Promise<boolean> {
  const version = await findVersion(transaction, scenario, versionId)
  if (version === undefined) throw notFound('version', versionId)
  if (version.status === 'PUBLISHED') return false
  checkDefinition(version.definition)
  checkExecutable(version.definition)
  await transaction
    .updateTable('versions')
    .set({ status: 'ARCHIVED' })
    .where('scenario_id', '=', scenario.id)
    .where('status', '=', 'PUBLISHED')
    .execute()
  await transaction.updateTable('versions').set({ status: 'PUBLISHED' }).where('id', '=', version.id).execute()
  return true
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

/** A page of the scenarios of a bot. */
export function readScenarioPage(kysely: Kysely<Tables>, bot: Bot, { order_by, ...page }: OrderedPageRequest) {
  const scenarios = kysely.selectFrom('scenarios').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
  return readPage(scenarios, scenarios.selectAll().orderBy('sequence', order_by), page)
}

/** Whether a version of the scenario is published. */
export async function isPublished(transaction: Transaction<Tables>, { id }: Scenario): Promise<boolean> {
  const published = await transaction
    .selectFrom('versions')
    .select('id')
    .where('scenario_id', '=', id)
    .where('status', '=', 'PUBLISHED')
    .executeTakeFirst()
  return published !== undefined
}

/**
 * Changes a locked scenario at a time, and invalidates cached answers of its bot. If neither the change nor what was
 * done before has an effect, it does nothing.
 */
export async function updateScenario(
  transaction: Transaction<Tables>,
  scenario: Scenario,
  change: Updateable<ScenarioTable>,
  { now, hasEffect }: { readonly now: Date; readonly hasEffect: boolean },
): Promise<void> {
  const columns: readonly (readonly [string, unknown])[] = Object.entries(change)
  const before: { readonly [column: string]: unknown } = { ...scenario }
  if (!hasEffect && columns.every(([column, value]) => before[column] === value)) return
  const { id, bot_id } = scenario
  await transaction
    .updateTable('scenarios')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
  await touchBot(transaction, bot_id)
}
