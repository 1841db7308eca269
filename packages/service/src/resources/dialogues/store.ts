import { randomUUID } from 'node:crypto'
import { newDialogue } from '@scenewright/simulator'
import type { Insertable, Kysely, Transaction } from 'kysely'
import { noId, readId } from '../../database/identifiers.ts'
import { type OrderedPageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import type { Infer } from '../../http/schema.ts'
import type { Bot } from '../bots/table.ts'
import type { dialogueRecord, newDialogueSettings } from './schema.ts'
import type { DialogueRow, DialogueTable } from './table.ts'

/** The bot's dialogue with that `unique_id` or `dialogue_id`. Rejects with an HttpError 404 that names it. */
export async function requireDialogue(kysely: Kysely<Tables>, bot: Bot, id: string): Promise<DialogueRow> {
  return known(id, await queryOf(kysely, bot, id).executeTakeFirst())
}

/** The same, locked until the end of the transaction: no completion of it is stored meanwhile. */
export async function lockDialogue(transaction: Transaction<Tables>, bot: Bot, id: string): Promise<DialogueRow> {
  return known(id, await queryOf(transaction, bot, id).forUpdate().executeTakeFirst())
}

function queryOf(kysely: Kysely<Tables>, bot: Bot, id: string) {
  const wanted = readId(id) ?? noId
  return kysely
    .selectFrom('dialogues')
    .selectAll()
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('id', '=', wanted), eb('dialogue_id', '=', wanted)]))
}

function known(id: string, dialogue: DialogueRow | undefined): DialogueRow {
  if (dialogue === undefined) throw notFound('dialogue', id)
  return dialogue
}

/** The row of a new dialogue. */
export function newDialogueRow(
  bot: Bot,
  { name, message_limit, operator_limit }: Infer<typeof newDialogueSettings>,
  now: Date,
): Insertable<DialogueTable> & { readonly id: string } {
  return {
    id: randomUUID(),
    dialogue_id: randomUUID(),
    bot_id: bot.id,
    name,
    message_limit,
    operator_limit: operator_limit || null,
    memory: JSON.stringify(newDialogue),
    created_at: now,
    updated_at: now,
  }
}

/** A dialogue in the form of responses. */
export function toDialogueRecord(dialogue: DialogueRow): Infer<typeof dialogueRecord> {
  return {
    unique_id: dialogue.id,
    dialogue_id: dialogue.dialogue_id,
    name: dialogue.name,
    message_limit: dialogue.message_limit,
    operator_limit: dialogue.operator_limit ?? 0,
    successful_messages: dialogue.successful_messages,
    clarification_attempted: dialogue.clarification_attempted,
    is_active: dialogue.is_active,
    created_at: dialogue.created_at.toISOString(),
    updated_at: dialogue.updated_at.toISOString(),
  }
}

/** Adds a dialogue. */
export function insertDialogue(kysely: Kysely<Tables>, row: Insertable<DialogueTable>): Promise<DialogueRow> {
  return kysely.insertInto('dialogues').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes the settings of a dialogue. Without an `operator_limit`, its limit does not change. */
export async function changeDialogue(
  kysely: Kysely<Tables>,
  id: string,
  { name, message_limit, operator_limit }: Infer<typeof newDialogueSettings>,
  updated_at: Date,
): Promise<void> {
  const limit = operator_limit === undefined ? {} : { operator_limit: operator_limit || null }
  await kysely
    .updateTable('dialogues')
    .set({ name, message_limit, ...limit, updated_at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The `dialogue_id` of each of the dialogues, also of deleted ones, by their `unique_id`. */
export async function readDialogueIds(
  kysely: Kysely<Tables>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.flatMap(id => id ?? []))]
  if (wanted.length === 0) return new Map()
  const rows = await kysely.selectFrom('dialogues').select(['id', 'dialogue_id']).where('id', 'in', wanted).execute()
  return new Map(rows.map(({ id, dialogue_id }) => [id, dialogue_id]))
}

/** A page of the dialogues of a bot. */
export function readDialoguePage(kysely: Kysely<Tables>, bot: Bot, { order_by, ...page }: OrderedPageRequest) {
  const dialogues = kysely.selectFrom('dialogues').where('bot_id', '=', bot.id).where('deleted_at', 'is', null)
  const ordered = dialogues.selectAll().orderBy('created_at', order_by).orderBy('sequence', order_by)
  return readPage(dialogues, ordered, page)
}

/** Deletes a locked dialogue and its memory. Rejects with an HttpError 409 while completions of it are unanswered. */
export async function removeDialogue(transaction: Transaction<Tables>, id: string, deleted_at: Date): Promise<void> {
  const waiting = await transaction
    .selectFrom('completions')
    .select('id')
    .where('dialogue_id', '=', id)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .executeTakeFirst()
  if (waiting !== undefined) {
    throw new HttpError(409, 'Completions of the dialogue are still pending; try again when they are done.')
  }
  await transaction
    .updateTable('dialogues')
    .set({ deleted_at, is_active: false, memory: JSON.stringify(newDialogue), updated_at: deleted_at })
    .where('id', '=', id)
    .execute()
}
