import { ownBot } from '../bots/own-bot.ts'
import { checkHeaders } from '../functions/check-headers.ts'
import { checkRequest } from '../functions/check-request.ts'
import { checkSchema } from '../functions/check-schema.ts'
import { newFunctionRow, toFunctionRecord } from '../functions/function-row.ts'
import { defineRoute } from '../http/route.ts'
import { functionRecord, newFunction } from '../schemas/function.ts'

/** A new function of a bot. */
export const createFunction = defineRoute({
  name: 'createFunction',
  method: 'POST',
  url: '/bot-tools',
  summary: 'Creates a function: a call to another service that the bot may make.',
  body: newFunction,
  status: 201,
  response: functionRecord,
  refusals: [400, 403, 404],
  async handle({ account, body }, service) {
    const bot = await ownBot(body.bot_unique_id, account, service)
    checkRequest(body)
    checkHeaders(body.headers ?? [])
    if (body.strict === true) await checkSchema(body.input_schema_json, service.functionMeans.untrusted)
    const row = newFunctionRow(bot, body, service.headerVault, service.clock())
    return toFunctionRecord(
      await service.kysely.insertInto('functions').values(row).returningAll().executeTakeFirstOrThrow(),
    )
  },
})
