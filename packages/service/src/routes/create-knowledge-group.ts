import { randomUUID } from 'node:crypto'
import { ownBot } from '../bots/own-bot.ts'
import { Refusal } from '../http/refusal.ts'
import { defineRoute } from '../http/route.ts'
import { ensureDefaultGroup } from '../knowledge/default-group.ts'
import { knowledgeGroupRecord, newKnowledgeGroup } from '../schemas/knowledge-group.ts'

/** A new group for documents of a bot. */
export const createKnowledgeGroup = defineRoute({
  name: 'createKnowledgeGroup',
  method: 'POST',
  url: '/knowledge-groups',
  summary: 'Creates a knowledge group of a bot.',
  isLocal: true,
  body: newKnowledgeGroup,
  status: 201,
  response: knowledgeGroupRecord,
  refusals: [400, 403, 404, 409],
  async handle({ account, body: { bot_unique_id, name } }, service) {
    const bot = await ownBot(bot_unique_id, account, service)
    const now = service.clock()
    await ensureDefaultGroup(service.kysely, bot.id, now)
    const group = await service.kysely
      .insertInto('knowledge_groups')
      .values({ id: randomUUID(), bot_id: bot.id, name, created_at: now })
      .onConflict(conflict => conflict.columns(['bot_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (group === undefined) throw new Refusal(409, `The bot has a knowledge group "${name}" already.`)
    return { unique_id: group.id, name: group.name }
  },
})
