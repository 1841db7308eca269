import { randomUUID } from 'node:crypto'
import { addDefaultAgent } from '../agents/add-default-agent.ts'
import { botFields } from '../bots/bot-fields.ts'
import { toBotRecord } from '../bots/bot-record.ts'
import { defineRoute } from '../http/route.ts'
import { pickFields } from '../pick-fields.ts'
import { botRecord, newBot, newBotDefaults } from '../schemas/bot.ts'
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts'

/** A new bot of the account. */
export const createBot = defineRoute({
  name: 'createBot',
  method: 'POST',
  url: '/bots',
  summary: 'Creates a bot.',
  body: newBot,
  status: 201,
  response: botRecord,
  refusals: [400, 403],
  async handle({ account, body }, { kysely, clock, targetPolicy }) {
    const webhook_url = checkWebhookUrl(body.webhook_url ?? null, targetPolicy)
    const now = clock()
    const values = {
      ...newBotDefaults,
      ...pickFields(body, botFields),
      id: randomUUID(),
      name: body.name,
      gpt_model: body.gpt_model,
      webhook_url,
      account_id: account.id,
      created_at: now,
      updated_at: now,
    }
    const bot = await kysely.transaction().execute(async transaction => {
      const made = await transaction.insertInto('bots').values(values).returningAll().executeTakeFirstOrThrow()
      await addDefaultAgent(transaction, made)
      return made
    })
    return toBotRecord(bot)
  },
})
