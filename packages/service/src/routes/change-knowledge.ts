import { defineRoute } from '../http/route.ts'
import { changeKnowledge as change } from '../knowledge/change-knowledge.ts'
import { checkContent } from '../knowledge/check-content.ts'
import { toFullKnowledgeRecord } from '../knowledge/knowledge-record.ts'
import { ownGroup } from '../knowledge/own-group.ts'
import { ownKnowledge } from '../knowledge/own-knowledge.ts'
import { fullKnowledgeRecord, knowledgeChange } from '../schemas/knowledge.ts'

/** A change of a document; what is absent stays. */
export const changeKnowledge = defineRoute({
  name: 'changeKnowledge',
  method: 'PATCH',
  url: '/knowledges/{uniqueId}',
  summary: 'Changes a document of a knowledge base.',
  isLocal: true,
  body: knowledgeChange,
  status: 200,
  response: fullKnowledgeRecord,
  refusals: [400, 403, 404, 409],
  async handle({ account, parameters, body }, service) {
    const { record, bot } = await ownKnowledge(parameters.uniqueId, account, service)
    const { knowledge_group_unique_id, ...fields } = body
    const group =
      knowledge_group_unique_id === undefined
        ? undefined
        : await ownGroup(knowledge_group_unique_id, { account, bot }, service)
    if (fields.content !== undefined) checkContent(fields.content)
    const changed = await change(record, { ...fields, ...(group !== undefined && { group_id: group.id }) }, service)
    return toFullKnowledgeRecord(changed, bot)
  },
})
