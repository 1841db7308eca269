import { toFunctionRecord } from '../functions/function-row.ts'
import { ownFunction } from '../functions/own-function.ts'
import { defineRoute } from '../http/route.ts'
import { functionRecord } from '../schemas/function.ts'

/** One function. */
export const readFunction = defineRoute({
  name: 'readFunction',
  method: 'GET',
  url: '/bot-tools/{uniqueId}',
  summary: 'Reads a function.',
  isLocal: true,
  status: 200,
  response: functionRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    const { record } = await ownFunction(parameters.uniqueId, account, service)
    return toFunctionRecord(record)
  },
})
