import { sql } from 'kysely'
import { botFields } from '../bots/bot-fields.ts'
import { ownBot, unknownBot } from '../bots/own-bot.ts'
import { defineRoute } from '../http/route.ts'
import { pickFields } from '../pick-fields.ts'
import { botChange, botWebhook } from '../schemas/bot.ts'
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts'

/** A change of a bot; what is absent stays. */
export const changeBot = defineRoute({
  name: 'changeBot',
  method: 'PATCH',
  url: '/bots/{uniqueId}',
  summary: 'Changes a bot.',
  body: botChange,
  status: 200,
  response: botWebhook,
  refusals: [400, 403, 404],
  async handle({ account, parameters, body }, service) {
    const bot = await ownBot(parameters.uniqueId, account, service)
    const address = body.webhook_url
    const changed = await service.kysely
      .updateTable('bots')
      .set({
        ...pickFields(body, botFields),
        ...(address !== undefined && { webhook_url: checkWebhookUrl(address, service.targetPolicy) }),
        revision: sql`revision + 1`,
        updated_at: service.clock(),
      })
      .where('id', '=', bot.id)
      .where('deleted_at', 'is', null)
      .returning('webhook_url')
      .executeTakeFirst()
    if (changed === undefined) throw unknownBot(parameters.uniqueId)
    return { unique_id: bot.id, ...changed }
  },
})
