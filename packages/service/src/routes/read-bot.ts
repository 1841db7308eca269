import { toFullBotRecord } from '../bots/full-bot-record.ts'
import { ownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { fullBotRecord } from '../schemas/bot.ts'

/** One bot, with all that is known of it. */
export const readBot = defineRoute({
  name: 'readBot',
  method: 'GET',
  url: '/bots/{uniqueId}',
  summary: 'Reads a bot, with its model and its webhook address.',
  isLocal: true,
  status: 200,
  response: fullBotRecord,
  refusals: [403, 404],
  async handle({ account, parameters }, service) {
    return toFullBotRecord(await ownBot(parameters.uniqueId, account, service))
  },
})
