import { defineRoute, type Route } from '../../http/route.ts'
import { deletedRecord } from '../../http/schema.ts'
import { requireBot } from '../bots/store.ts'
import { listSchema, orderBy, paging } from '../listing.ts'
import { dialogueRecord, newDialogueSettings } from './schema.ts'
import {
  insertDialogue,
  lockDialogue,
  newDialogueRow,
  readDialoguePage,
  removeDialogue,
  requireDialogue,
  toDialogueRecord,
} from './store.ts'

/** Creates a dialogue. Completions in it have access to earlier messages. */
const createDialogue = defineRoute({
  name: 'createDialogue',
  method: 'POST',
  url: '/bots/{botUniqueId}/dialogues',
  summary: 'Creates a dialogue.',
  body: newDialogueSettings,
  status: 201,
  response: dialogueRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await requireBot(parameters.botUniqueId, account, service)
    return toDialogueRecord(await insertDialogue(service.kysely, newDialogueRow(bot, body, service.clock())))
  },
})

/** The dialogues of a bot. */
const listDialogues = defineRoute({
  name: 'listDialogues',
  method: 'GET',
  url: '/bots/{botUniqueId}/dialogues',
  summary: 'Lists the dialogues of a bot.',
  isLocal: true,
  query: { type: 'object', required: ['skip', 'take', 'order_by'], properties: { ...paging, order_by: orderBy } },
  status: 200,
  response: listSchema(dialogueRecord),
  errors: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const bot = await requireBot(parameters.botUniqueId, account, service)
    const { rows, meta } = await readDialoguePage(service.kysely, bot, query)
    return { data: rows.map(toDialogueRecord), meta }
  },
})

/** One dialogue, by either of its ids. */
const readDialogue = defineRoute({
  name: 'readDialogue',
  method: 'GET',
  url: '/bots/{botUniqueId}/dialogues/{dialogueUniqueId}',
  summary: 'Reads a dialogue, by its unique_id or its dialogue_id.',
  isLocal: true,
  status: 200,
  response: dialogueRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    const bot = await requireBot(parameters.botUniqueId, account, service)
    return toDialogueRecord(await requireDialogue(service.kysely, bot, parameters.dialogueUniqueId))
  },
})

/** Deletes a dialogue with its memory. */
const deleteDialogue = defineRoute({
  name: 'deleteDialogue',
  method: 'DELETE',
  url: '/bots/{botUniqueId}/dialogues/{dialogueUniqueId}',
  summary: 'Deletes a dialogue, unless its completions are pending.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  errors: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const bot = await requireBot(parameters.botUniqueId, account, service)
    const deleted_at = service.clock()
    return service.kysely.transaction().execute(async transaction => {
      const { id } = await lockDialogue(transaction, bot, parameters.dialogueUniqueId)
      await removeDialogue(transaction, id, deleted_at)
      return { unique_id: id, deleted_at: deleted_at.toISOString() }
    })
  },
})

/** The operations on dialogues. */
export const dialogueRoutes: readonly Route[] = [createDialogue, listDialogues, readDialogue, deleteDialogue]
