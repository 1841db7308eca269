import { newDialogue } from '@scenewright/simulator'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The number of rows that one statement erases. */
const sliceSize = 500

/** The ages from which content is erased, in milliseconds. */
export interface ErasureAges {
  /** Of deleted objects, since their deletion. */
  readonly deletedMs: number
  /** Of dialogues, since their last message; absent: they are kept. */
  readonly dialogueMs?: number
}

/**
 * Erases a slice of each kind: deleted documents, scenarios and functions; deleted dialogues that no completion refers
 * to, and the names of the others; everything of deleted bots except their journals. Deletes dialogues without recent
 * messages. Returns whether there may be more.
 */
export async function eraseOld(
  kysely: Kysely<Tables>,
  { deletedMs, dialogueMs }: ErasureAges,
  now: Date,
): Promise<boolean> {
  const deleted = sql<boolean>`deleted_at < ${new Date(now.getTime() - deletedMs)}`
  const counts = [
    await eraseRows(kysely, 'knowledges', deleted),
    await eraseScenarios(kysely, deleted),
    await eraseRows(kysely, 'functions', deleted),
    dialogueMs === undefined ? 0 : await endDialogues(kysely, new Date(now.getTime() - dialogueMs), now),
    await clearDialogues(kysely, deleted),
    await eraseRows(kysely, 'dialogues', sql<boolean>`${deleted} and ${withoutCompletions}`),
  ]
  return counts.includes(sliceSize) || (await eraseBots(kysely, deleted, now))
}

const withoutCompletions = sql<boolean>`not exists (
  select from completions where completions.dialogue_id = dialogues.id
)`

/** A table whose rows nothing refers to, or only what is deleted with them. */
type ErasableTable = 'knowledges' | 'functions' | 'dialogues' | 'agents' | 'knowledge_groups'

async function eraseRows(
  kysely: Kysely<Tables>,
  table: ErasableTable,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where ${condition} limit ${sql.lit(sliceSize)} for update skip locked
    )
  `.execute(kysely)
  return Number(numAffectedRows)
}

/** Scenarios with their versions. */
async function eraseScenarios(kysely: Kysely<Tables>, condition: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    with erased as (
      select id from scenarios where ${condition} limit ${sql.lit(sliceSize)} for update skip locked
    ), erased_versions as (
      delete from versions where scenario_id in (select id from erased)
    )
    delete from scenarios where id in (select id from erased)
  `.execute(kysely)
  return Number(numAffectedRows)
}

/** Deletes dialogues without recent messages: a dialogue with an unanswered message is recent. */
async function endDialogues(kysely: Kysely<Tables>, oldest: Date, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update dialogues
    set deleted_at = ${now}, updated_at = ${now}, is_active = false, name = '', memory = ${emptyMemory}
    where id in (
      select id from dialogues
      where deleted_at is null and updated_at < ${oldest} and not exists (
        select from completions
        where completions.dialogue_id = dialogues.id
          and (completions.created_at >= ${oldest} or status in ('PENDING', 'PROCESSING'))
      )
      order by updated_at limit ${sql.lit(sliceSize)} for update skip locked
    )
  `.execute(kysely)
  return Number(numAffectedRows)
}

const emptyMemory = JSON.stringify(newDialogue)

/** Completions refer to their dialogue until the retention of the journal deletes them. */
async function clearDialogues(kysely: Kysely<Tables>, deleted: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows } = await sql`
    update dialogues set name = '', memory = ${emptyMemory}
    where id in (
      select id from dialogues where ${deleted} and name <> '' limit ${sql.lit(sliceSize)} for update skip locked
    )
  `.execute(kysely)
  return Number(numAffectedRows)
}

/** Erases a slice of a deleted bot. Its row stays, without texts, because journals and transfers refer to it. */
async function eraseBots(kysely: Kysely<Tables>, deleted: RawBuilder<boolean>, now: Date): Promise<boolean> {
  return kysely.transaction().execute(async transaction => {
    const { rows } = await sql<{ readonly id: string }>`
      select id from bots where ${deleted} and erased_at is null order by deleted_at limit 1 for update skip locked
    `.execute(transaction)
    const id = rows[0]?.id
    if (id === undefined) return false
    const counts = await eraseContents(transaction, sql<boolean>`bot_id = ${id}`, now)
    if (counts.includes(sliceSize)) return true
    const groups = await eraseRows(transaction, 'knowledge_groups', sql<boolean>`bot_id = ${id}`)
    if (groups < sliceSize) await clearBot(transaction, id, now)
    return true
  })
}

async function eraseContents(
  transaction: Transaction<Tables>,
  ofBot: RawBuilder<boolean>,
  now: Date,
): Promise<readonly number[]> {
  return [
    await eraseRows(transaction, 'knowledges', ofBot),
    await eraseScenarios(transaction, ofBot),
    await eraseRows(transaction, 'functions', ofBot),
    await eraseRows(transaction, 'agents', ofBot),
    await eraseRows(transaction, 'dialogues', sql<boolean>`${ofBot} and ${withoutCompletions}`),
    await deleteDialogues(transaction, ofBot, now),
  ]
}

async function deleteDialogues(
  transaction: Transaction<Tables>,
  ofBot: RawBuilder<boolean>,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update dialogues set deleted_at = ${now}, is_active = false, name = '', memory = ${emptyMemory}
    where id in (select id from dialogues where ${ofBot} and deleted_at is null limit ${sql.lit(sliceSize)})
  `.execute(transaction)
  return Number(numAffectedRows)
}

async function clearBot(transaction: Transaction<Tables>, id: string, now: Date): Promise<void> {
  await transaction
    .updateTable('bots')
    .set({ name: '', first_line_greeting_text: '', webhook_url: null, webhook_secret: '', erased_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
}
