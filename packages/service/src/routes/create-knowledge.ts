import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { type AddedKnowledge, addKnowledge } from '../knowledge/add-knowledge.ts'
import { checkContent } from '../knowledge/check-content.ts'
import { toKnowledgeRecord } from '../knowledge/knowledge-record.ts'
import { ownGroup } from '../knowledge/own-group.ts'
import { addedKnowledge, newKnowledge } from '../schemas/knowledge.ts'

const messages: Readonly<Record<AddedKnowledge['outcome'], string>> = {
  added: 'The document was added.',
  present: 'The document is there already.',
  replaced: 'The content of the document was replaced.',
}

/** A new document of a bot's knowledge base. */
export const createKnowledge = defineRoute({
  name: 'createKnowledge',
  method: 'POST',
  url: '/knowledges',
  summary: 'Adds a document to the knowledge base of a bot, or replaces the one of the same document_id.',
  body: newKnowledge,
  status: 201,
  response: addedKnowledge,
  refusals: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await ownBot(body.bot_unique_id, account, service)
    const group = await ownGroup(body.knowledge_group_unique_id, { account, bot }, service)
    checkContent(body.content)
    const { outcome, row } = await addKnowledge(body, {
      bot,
      group,
      kysely: service.kysely,
      inSlices: service.inSlices,
      now: service.clock(),
    })
    return { message: messages[outcome], is_exists: outcome !== 'added', data: toKnowledgeRecord(row, bot) }
  },
})
