import { newDialogue } from '@scenewright/simulator'
import { ownBot } from '../bots/own-bot.ts'
import { lockDialogue } from '../dialogues/find-dialogue.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { deletedRecord } from '../schemas/deleted.ts'

/** The deletion of a dialogue, with what it remembers. */
export const deleteDialogue = defineRoute({
  name: 'deleteDialogue',
  method: 'DELETE',
  url: '/bots/{botUniqueId}/dialogues/{dialogueUniqueId}',
  summary: 'Deletes a dialogue, unless completions of it wait for their answers.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  refusals: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await ownBot(parameters.botUniqueId, account, service)
    const deleted_at = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const { id } = await lockDialogue(transaction, bot, parameters.dialogueUniqueId)
      const waiting = await transaction
        .selectFrom('completions')
        .select('id')
        .where('dialogue_id', '=', id)
        .where('status', 'in', ['PENDING', 'PROCESSING'])
        .executeTakeFirst()
      if (waiting !== undefined) {
        throw new Refusal(409, 'Completions of the dialogue wait for their answers; try again when they have them.')
      }
      await transaction
        .updateTable('dialogues')
        .set({ deleted_at, is_active: false, memory: JSON.stringify(newDialogue), updated_at: deleted_at })
        .where('id', '=', id)
        .execute()
      return { unique_id: id, deleted_at: deleted_at.toISOString() }
    })
  },
})
