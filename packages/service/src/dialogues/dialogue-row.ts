import { randomUUID } from 'node:crypto'
import { newDialogue } from '@scenewright/simulator'
import type { Insertable } from 'kysely'
import type { Bot, DialogueRow, DialogueTable } from '../database/tables.ts'
import type { dialogueRecord, newDialogueSettings } from '../schemas/dialogue.ts'
import type { Infer } from '../schemas/infer.ts'

/** The row of a dialogue in which nothing has been said. */
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
    operator_limit: operator_limit ?? null,
    memory: JSON.stringify(newDialogue),
    created_at: now,
    updated_at: now,
  }
}

/** A dialogue as answers show it. */
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
