import { defineRoute, type Route } from '../../http/route.ts'
import { deletedRecord, type Infer } from '../../http/schema.ts'
import { requireBot, requireIdle } from '../bots/store.ts'
import { listSchema, orderBy, paging } from '../listing.ts'
import { functionChange, functionRecord, newFunction } from './schema.ts'
import { requireSameKey } from './sealed-values.ts'
import {
  changeHeaders,
  checkHeaders,
  checkKeptHeaders,
  checkRequest,
  checkSchema,
  insertFunction,
  lockFunction,
  newFunctionRow,
  openHeaders,
  readFunctionPage,
  requireFunction,
  toFunctionRecord,
  updateFunction,
} from './store.ts'
import type { StoredHeader } from './table.ts'

/** A new function of a bot. */
const createFunction = defineRoute({
  name: 'createFunction',
  method: 'POST',
  url: '/bot-tools',
  summary: 'Creates a function: a call to another service that the bot may make.',
  body: newFunction,
  status: 201,
  response: functionRecord,
  errors: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await requireBot(body.bot_unique_id, account, service)
    checkRequest(body)
    checkHeaders(body.headers ?? [])
    await checkSchema(body.input_schema_json, account, service.functionCalls.untrusted)
    if (body.headers !== undefined) await requireSameKey(service.kysely, service.headerVault)
    const row = newFunctionRow(bot, body, service.headerVault, service.clock())
    return toFunctionRecord(await insertFunction(service.kysely, row))
  },
})

/** The functions of a bot. */
const listFunctions = defineRoute({
  name: 'listFunctions',
  method: 'GET',
  url: '/bot-tools',
  summary: 'Lists the functions of a bot.',
  query: {
    type: 'object',
    required: ['bot_unique_id', 'skip', 'take', 'order_by'],
    properties: { bot_unique_id: { type: 'string' }, ...paging, order_by: orderBy },
  },
  status: 200,
  response: listSchema(functionRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, service) {
    const bot = await requireBot(query.bot_unique_id, account, service)
    const { rows, meta } = await readFunctionPage(service.kysely, bot, query)
    return { data: rows.map(toFunctionRecord), meta }
  },
})

/** One function. */
const readFunction = defineRoute({
  name: 'readFunction',
  method: 'GET',
  url: '/bot-tools/{uniqueId}',
  summary: 'Reads a function.',
  isLocal: true,
  status: 200,
  response: functionRecord,
  errors: [403, 404],
  async handle({ account, parameters }, service) {
    const { record } = await requireFunction(parameters.uniqueId, account, service)
    return toFunctionRecord(record)
  },
})

/** Changes a function, with the checks for a new one; absent fields do not change. */
const changeFunction = defineRoute({
  name: 'changeFunction',
  method: 'PATCH',
  url: '/bot-tools/{uniqueId}',
  summary: 'Changes a function; a given list of headers replaces the whole list.',
  isLocal: true,
  body: functionChange,
  status: 200,
  response: functionRecord,
  errors: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const { record } = await requireFunction(parameters.uniqueId, account, service)
    checkHeaders(body.headers ?? [])
    if (body.headers !== undefined) await requireSameKey(service.kysely, service.headerVault)
    const { strict, input_schema_json } = { ...record, ...body }
    const isChecked = strict || body.input_schema_json !== undefined
    if (isChecked) await checkSchema(input_schema_json, account, service.functionCalls.untrusted)
    const changed = await service.kysely.transaction().execute(async transaction => {
      const before = await lockFunction(record, transaction)
      checkKeptHeaders(before, body)
      const headers = body.headers && changeHeaders(before.headers, body.headers, service.headerVault)
      const opened = openHeaders(headers ?? before.headers, service.headerVault)
      checkRequest({ ...before, ...body, headers: opened })
      return updateFunction(transaction, before, columnsOf(body, headers, service.clock()))
    })
    return toFunctionRecord(changed)
  },
})

function columnsOf(
  { headers: _given, input_schema_json, ...fields }: Infer<typeof functionChange>,
  headers: readonly StoredHeader[] | undefined,
  updated_at: Date,
) {
  return {
    ...fields,
    ...(input_schema_json !== undefined && { input_schema_json: JSON.stringify(input_schema_json) }),
    ...(headers !== undefined && { headers: JSON.stringify(headers) }),
    updated_at,
  }
}

/** Deletes a function: it is no longer offered to models, and its secrets are erased. */
const deleteFunction = defineRoute({
  name: 'deleteFunction',
  method: 'DELETE',
  url: '/bot-tools/{uniqueId}',
  summary: 'Deletes a function, unless completions of its bot are pending.',
  isLocal: true,
  status: 200,
  response: deletedRecord,
  errors: [403, 404, 409],
  async handle({ account, parameters }, service) {
    const { record, bot } = await requireFunction(parameters.uniqueId, account, service)
    const deleted_at = service.clock()
    await service.kysely.transaction().execute(async transaction => {
      const locked = await lockFunction(record, transaction)
      await requireIdle(transaction, bot, ['answer'])
      await updateFunction(transaction, locked, {
        deleted_at,
        is_enabled: false,
        headers: '[]',
        updated_at: deleted_at,
      })
    })
    return { unique_id: record.id, deleted_at: deleted_at.toISOString() }
  },
})

/** The operations on functions. */
export const functionRoutes: readonly Route[] = [
  createFunction,
  listFunctions,
  readFunction,
  changeFunction,
  deleteFunction,
]
