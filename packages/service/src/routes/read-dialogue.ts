import { ownBot } from '../bots/own-bot.ts'
import { toDialogueRecord } from '../dialogues/dialogue-row.ts'
import { findDialogue } from '../dialogues/find-dialogue.ts'
import { defineRoute } from '../http/route.ts'
import { dialogueRecord } from '../schemas/dialogue.ts'

/** One dialogue, by either of its ids. */
export const readDialogue = defineRoute({
  name: 'readDialogue',
  method: 'GET',
  url: '/bots/{botUniqueId}/dialogues/{dialogueUniqueId}',
  summary: 'Reads a dialogue, by its unique_id or its dialogue_id.',
  isLocal: true,
  status: 200,
  response: dialogueRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    const bot = await ownBot(parameters.botUniqueId, account, service)
    return toDialogueRecord(await findDialogue(service.kysely, bot, parameters.dialogueUniqueId))
  },
})
