import { randomUUID } from 'node:crypto'
import { Refusal } from '../../http/refusal.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { ownBot } from '../bots/store.ts'
import { listOf, paging } from '../listing.ts'
import { ensureDefaultGroup } from './group-store.ts'
import { knowledgeGroupRecord, newKnowledgeGroup } from './schema.ts'

/** A new group for documents of a bot. */
const createKnowledgeGroup = defineRoute({
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

/** The knowledge groups of a bot. */
const listKnowledgeGroups = defineRoute({
  name: 'listKnowledgeGroups',
  method: 'GET',
  url: '/knowledge-groups',
  summary: 'Lists the knowledge groups of a bot, the oldest first.',
  isLocal: true,
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take'],
    properties: { bot_unique_id: { type: 'string' }, ...paging },
  },
  status: 200,
  response: listOf(knowledgeGroupRecord),
  refusals: [400, 403, 404],
  async handle({ account, query: { bot_unique_id, skip, take } }, service) {
    const bot = await ownBot(bot_unique_id, account, service)
    await ensureDefaultGroup(service.kysely, bot.id, service.clock())
    const own = service.kysely.selectFrom('knowledge_groups').where('bot_id', '=', bot.id)
    const rows = await own.select(['id', 'name']).orderBy('sequence').offset(skip).limit(take).execute()
    const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: rows.map(({ id, name }) => ({ unique_id: id, name })), meta: { total, skip, take } }
  },
})

/** The operations on knowledge groups. */
export const knowledgeGroupRoutes: readonly Route[] = [createKnowledgeGroup, listKnowledgeGroups]
