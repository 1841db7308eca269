import type { Kysely } from 'kysely'
import type { Bot, DialogueRow, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'

/** The bot's dialogue with that `unique_id` or `dialogue_id`. Rejects with a Refusal 404 that names it. */
export async function findDialogue(kysely: Kysely<Tables>, bot: Bot, id: string): Promise<DialogueRow> {
  const known = readId(id)
  const dialogue =
    known === undefined
      ? undefined
      : await kysely
          .selectFrom('dialogues')
          .selectAll()
          .where('bot_id', '=', bot.id)
          .where('deleted_at', 'is', null)
          .where(({ eb, or }) => or([eb('id', '=', known), eb('dialogue_id', '=', known)]))
          .executeTakeFirst()
  if (dialogue === undefined) throw new Refusal(404, `Dialogue "${id}" not found.`)
  return dialogue
}
