import { HttpError, inaccessible } from '../../http/http-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import { requireBot } from '../bots/store.ts'
import { day, listSchema, paging, readPeriod } from '../listing.ts'
import { newTransfer, transferRecord, transferStatuses } from './schema.ts'
import { addTransfer, findTransfer, measureDocuments, readTransferPage, readTransferRecord } from './store.ts'

/** A new transfer, which runs in the background. */
const startTransfer = defineRoute({
  name: 'startTransfer',
  method: 'POST',
  url: '/knowledge-transfer',
  summary: 'Copies the documents of one bot to another.',
  isLocal: true,
  body: newTransfer,
  status: 201,
  response: transferRecord,
  errors: [400, 403, 404, 409],
  async handle({ account, body }, service) {
    const source = await requireBot(body.source_bot_unique_id, account, service)
    const target = await requireBot(body.target_bot_unique_id, account, service)
    if (source.id === target.id) throw new HttpError(400, 'The source and target of a transfer must be different bots.')
    const way = { source_bot_id: source.id, target_bot_id: target.id }
    const added = await measureDocuments(service.kysely, source)
    const transfer = await service.quotas.adding(account.id, added, () => {
      return addTransfer(service.kysely, way, service.clock())
    })
    service.wake('transfers')
    return readTransferRecord(transfer, service.loaders)
  },
})

/** The maximum length of an id in the filter: a UUID with hyphens is longer. */
const maxIdLength = 32

/** The transfers to a bot, newest first. */
const listTransfers = defineRoute({
  name: 'listTransfers',
  method: 'GET',
  url: '/knowledge-transfer',
  summary: 'Lists the transfers to a bot, newest first.',
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take'],
    properties: {
      bot_unique_id: { type: 'string' },
      unique_id: {
        type: 'string',
        description: 'At most 32 characters: a UUID fits only without hyphens.',
      },
      ...paging,
      status: { type: 'string', description: `One of ${transferStatuses.join(', ')}.` },
      search: { type: 'string' },
      start_date: day,
      end_date: day,
    },
  },
  status: 200,
  response: listSchema(transferRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, { kysely, loaders, maskForbidden }) {
    const { bot_unique_id, unique_id = '' } = query
    if (unique_id.length > maxIdLength) {
      throw new HttpError(
        400,
        `The field "unique_id" of the query has more than ${maxIdLength} characters; use "bot_unique_id", or read the transfer by its id.`,
      )
    }
    const bot = await requireBot(bot_unique_id, account, { loaders, maskForbidden })
    const period = readPeriod(query.start_date, query.end_date)
    const { rows, meta } = await readTransferPage(kysely, bot, { ...query, period })
    return { data: await Promise.all(rows.map(row => readTransferRecord(row, loaders))), meta }
  },
})

/** One transfer. */
const readTransfer = defineRoute({
  name: 'readTransfer',
  method: 'GET',
  url: '/knowledge-transfer/{transferId}',
  summary: 'Reads a transfer.',
  status: 200,
  response: transferRecord,
  errors: [403, 404],
  async handle({ account, parameters: { transferId } }, { kysely, loaders, maskForbidden }) {
    const transfer = await findTransfer(kysely, transferId)
    const target = transfer && (await loaders.recordedBot(transfer.target_bot_id))
    if (transfer !== undefined && target?.account_id === account.id) return readTransferRecord(transfer, loaders)
    throw inaccessible('transfer', transferId, transfer !== undefined && !maskForbidden)
  },
})

/** The operations on knowledge transfers. */
export const transferRoutes: readonly Route[] = [startTransfer, listTransfers, readTransfer]
