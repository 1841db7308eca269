import type { Kysely, Transaction } from 'kysely'
import type { Bot, DialogueRow, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { noId, readId } from '../identifiers.ts'

/** The bot's dialogue with that `unique_id` or `dialogue_id`. Rejects with a Refusal 404 that names it. */
export async function findDialogue(kysely: Kysely<Tables>, bot: Bot, id: string): Promise<DialogueRow> {
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
  if (dialogue === undefined) throw new Refusal(404, `Dialogue "${id}" not found.`)
  return dialogue
}
