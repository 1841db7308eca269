import { defineRoute } from '../http/route.ts'
import { currentKnowledge, ownKnowledge } from '../knowledge/own-knowledge.ts'
import { lockKnowledge, removeKnowledge } from '../knowledge/write-knowledge.ts'
import { refuseWhileAtWork } from '../records/refuse-while-at-work.ts'
import { deletedRecord } from '../schemas/deleted.ts'

/** The deletion of a document: it is in no answer any more. */
export const deleteKnowledge = defineRoute({
  name: 'deleteKnowledge',
  method: 'DELETE',
  url: '/knowledges/{uniqueId}',
  summary: 'Deletes a document, unless work that may need it is under way.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  refusals: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const { record, bot } = await ownKnowledge(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      await lockKnowledge(transaction, bot.id)
      await currentKnowledge(record, transaction)
      await refuseWhileAtWork(transaction, bot, ['answer', 'scan', 'transfer'])
      await removeKnowledge(transaction, record, deleted_at)
    })
    return { unique_id: record.id, deleted_at: deleted_at.toISOString() }
  },
})
