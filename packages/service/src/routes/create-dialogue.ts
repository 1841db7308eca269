import { ownBot } from '../bots/own-bot.ts'
import { newDialogueRow, toDialogueRecord } from '../dialogues/dialogue-row.ts'
import { defineRoute } from '../http/route.ts'
import { dialogueRecord, newDialogueSettings } from '../schemas/dialogue.ts'

/** A new dialogue: completions that name it remember what was said. */
export const createDialogue = defineRoute({
  name: 'createDialogue',
  method: 'POST',
  url: '/bots/{botUniqueId}/dialogues',
  summary: 'Creates a dialogue.',
  body: newDialogueSettings,
  status: 201,
  response: dialogueRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.botUniqueId, account, service)
    const row = newDialogueRow(bot, body, service.clock())
    const dialogue = await service.kysely.insertInto('dialogues').values(row).returningAll().executeTakeFirstOrThrow()
    return toDialogueRecord(dialogue)
  },
})
