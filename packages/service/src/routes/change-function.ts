import type { BotFunction } from '../database/tables.ts'
import { changeHeaders } from '../functions/change-headers.ts'
import { checkHeaders } from '../functions/check-headers.ts'
import { checkRequest } from '../functions/check-request.ts'
import { checkSchema } from '../functions/check-schema.ts'
import { toFunctionRecord } from '../functions/function-row.ts'
import { lockFunction, ownFunction } from '../functions/own-function.ts'
import { defineRoute } from '../http/route.ts'
import { touchBot } from '../scenarios/touch-bot.ts'
import { functionChange, functionRecord } from '../schemas/function.ts'
import type { Infer } from '../schemas/infer.ts'
import type { ServiceContext } from '../service-context.ts'

/** A change of a function; what is absent stays. It is held to the same as a new one. */
export const changeFunction = defineRoute({
  name: 'changeFunction',
  method: 'PATCH',
  url: '/bot-tools/{uniqueId}',
  summary: 'Changes a function; headers are given all or not at all.',
  isLocal: true,
  body: functionChange,
  status: 200,
  response: functionRecord,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const { record, bot } = await ownFunction(parameters.uniqueId, account, service)
    checkHeaders(body.headers ?? [])
    const { strict, input_schema_json } = { ...record, ...body }
    if (strict) await checkSchema(input_schema_json, service.functionMeans.untrusted)
    const changed = await service.kysely.transaction().execute(async transaction => {
      const before = await lockFunction(record, transaction)
      checkRequest({ ...before, ...body })
      const row = await transaction
        .updateTable('functions')
        .set(columnsOf(body, before, service))
        .where('id', '=', record.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await touchBot(transaction, bot.id)
      return row
    })
    return toFunctionRecord(changed)
  },
})

function columnsOf(
  { headers, input_schema_json, ...fields }: Infer<typeof functionChange>,
  before: BotFunction,
  { headerVault, clock }: ServiceContext,
) {
  return {
    ...fields,
    ...(input_schema_json !== undefined && { input_schema_json: JSON.stringify(input_schema_json) }),
    ...(headers !== undefined && { headers: JSON.stringify(changeHeaders(before.headers, headers, headerVault)) }),
    updated_at: clock(),
  }
}
