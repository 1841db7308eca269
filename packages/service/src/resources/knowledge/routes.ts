import { HttpError } from '../../http/http-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { deletedRecord } from '../../http/schema.ts'
import { requireBot, requireIdle } from '../bots/store.ts'
import { listSchema, orderBy, paging } from '../listing.ts'
import { checkContent } from './content.ts'
import { addGroup, defaultGroupName, groupOfName, readGroupPage, requireGroup } from './group-store.ts'
import {
  addedKnowledge,
  fullKnowledgeRecord,
  knowledgeChange,
  knowledgeGroupRecord,
  knowledgeRecord,
  newKnowledge,
  newKnowledgeGroup,
} from './schema.ts'
import {
  type AddedKnowledge,
  addKnowledge,
  changeKnowledge as change,
  currentKnowledge,
  readKnowledgePage,
  requireKnowledge,
  toFullKnowledgeRecord,
  toKnowledgeRecord,
} from './store.ts'
import { lockKnowledge, removeKnowledge } from './write.ts'

const messages: Readonly<Record<AddedKnowledge['outcome'], string>> = {
  added: 'The document was added.',
  unchanged: 'The document is there already.',
  redescribed: 'The document is there already; its description was changed.',
  replaced: 'The content of the document was replaced.',
}

/** A new document of a bot's knowledge base. */
const createKnowledge = defineRoute({
  name: 'createKnowledge',
  method: 'POST',
  url: '/knowledges',
  summary: 'Adds a document to the knowledge base of a bot, or replaces the one with the same document_id.',
  body: newKnowledge,
  status: 201,
  response: addedKnowledge,
  errors: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await requireBot(body.bot_unique_id, account, service)
    const group = await requireGroup(body.knowledge_group_unique_id, { account, bot }, service)
    checkContent(body.content)
    const { outcome, isKnown, row } = await addKnowledge(body, {
      bot,
      group,
      kysely: service.kysely,
      slicer: service.slicer,
      now: service.clock(),
      adding: (added, add) => service.quotas.adding(account.id, added, add),
    })
    if (outcome !== 'unchanged') service.wake('embeddings')
    return { message: messages[outcome], is_exists: isKnown, data: toKnowledgeRecord(row, bot) }
  },
})

/** The documents of a bot, without their contents. */
const listKnowledges = defineRoute({
  name: 'listKnowledges',
  method: 'GET',
  url: '/knowledges',
  summary: 'Lists the documents of a bot, without their contents.',
  isLocal: true,
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take', 'order_by'],
    properties: {
      bot_unique_id: { type: 'string' },
      knowledge_group_unique_id: { type: 'string' },
      search: { type: 'string', description: 'A part of the name.' },
      ...paging,
      order_by: orderBy,
    },
  },
  status: 200,
  response: listSchema(knowledgeRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, service) {
    const { bot_unique_id, knowledge_group_unique_id } = query
    const bot = await requireBot(bot_unique_id, account, service)
    const group =
      knowledge_group_unique_id === undefined
        ? undefined
        : await requireGroup(knowledge_group_unique_id, { account, bot }, service)
    const { rows, meta } = await readKnowledgePage(service.kysely, bot, { ...query, group })
    return { data: rows.map(row => toKnowledgeRecord(row, bot)), meta }
  },
})

/** One document, with its content. */
const readKnowledge = defineRoute({
  name: 'readKnowledge',
  method: 'GET',
  url: '/knowledges/{uniqueId}',
  summary: 'Reads a document of a knowledge base, with its content and its group.',
  isLocal: true,
  status: 200,
  response: fullKnowledgeRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    const { record, bot } = await requireKnowledge(parameters.uniqueId, account, service)
    return toFullKnowledgeRecord(record, bot)
  },
})

/** A change of a document; absent fields do not change. */
const changeKnowledge = defineRoute({
  name: 'changeKnowledge',
  method: 'PATCH',
  url: '/knowledges/{uniqueId}',
  summary: 'Changes a document of a knowledge base.',
  isLocal: true,
  body: knowledgeChange,
  status: 200,
  response: fullKnowledgeRecord,
  errors: [400, 403, 404, 409],
  async handle({ account, parameters, body }, service) {
    const { record, bot } = await requireKnowledge(parameters.uniqueId, account, service)
    const { knowledge_group_unique_id, ...fields } = body
    const group =
      knowledge_group_unique_id === undefined
        ? undefined
        : await requireGroup(knowledge_group_unique_id, { account, bot }, service)
    if (fields.content !== undefined) checkContent(fields.content)
    const mayGrow = Buffer.byteLength(fields.content ?? '')
    const changed = await service.quotas.adding(account.id, { mayGrow }, grown => {
      return change(record, { ...fields, ...(group !== undefined && { group_id: group.id }) }, { ...service, grown })
    })
    service.wake('embeddings')
    return toFullKnowledgeRecord(changed, bot)
  },
})

/** Deletes a document: it is no longer used in answers. */
const deleteKnowledge = defineRoute({
  name: 'deleteKnowledge',
  method: 'DELETE',
  url: '/knowledges/{uniqueId}',
  summary: 'Deletes a document, unless work in progress may need it.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  errors: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const { record, bot } = await requireKnowledge(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      await lockKnowledge(transaction, bot.id)
      await currentKnowledge(record, transaction)
      await requireIdle(transaction, bot, ['answer', 'scan', 'transfer'])
      await removeKnowledge(transaction, record, deleted_at)
    })
    return { unique_id: record.id, deleted_at: deleted_at.toISOString() }
  },
})

/** The operations on documents. */
export const knowledgeRoutes: readonly Route[] = [
  createKnowledge,
  listKnowledges,
  readKnowledge,
  changeKnowledge,
  deleteKnowledge,
]

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
  errors: [400, 403, 404, 409],
  async handle({ account, body: { bot_unique_id, name } }, service) {
    const bot = await requireBot(bot_unique_id, account, service)
    const now = service.clock()
    await groupOfName(service.kysely, bot, defaultGroupName, now)
    const group = await addGroup(service.kysely, { bot_id: bot.id, name, created_at: now })
    if (group === undefined) throw new HttpError(409, `The bot already has a knowledge group "${name}".`)
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
  response: listSchema(knowledgeGroupRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, service) {
    const bot = await requireBot(query.bot_unique_id, account, service)
    await groupOfName(service.kysely, bot, defaultGroupName, service.clock())
    const { rows, meta } = await readGroupPage(service.kysely, bot, query)
    return { data: rows.map(({ id, name }) => ({ unique_id: id, name })), meta }
  },
})

/** The operations on knowledge groups. */
export const knowledgeGroupRoutes: readonly Route[] = [createKnowledgeGroup, listKnowledgeGroups]
