import { defineRoute } from '../http/route.ts'
import { toFullKnowledgeRecord } from '../knowledge/knowledge-record.ts'
import { ownKnowledge } from '../knowledge/own-knowledge.ts'
import { fullKnowledgeRecord } from '../schemas/knowledge.ts'

/** One document, with its content. */
export const readKnowledge = defineRoute({
  name: 'readKnowledge',
  method: 'GET',
  url: '/knowledges/{uniqueId}',
  summary: 'Reads a document of a knowledge base, with its content and its group.',
  isLocal: true,
  status: 200,
  response: fullKnowledgeRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    const { record, bot } = await ownKnowledge(parameters.uniqueId, account, service)
    return toFullKnowledgeRecord(record, bot)
  },
})
