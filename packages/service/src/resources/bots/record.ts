import { pickFields } from '../../http/json-body.ts'
import type { Infer } from '../../http/schema.ts'
import { type botRecord, type fullBotRecord, shownFields } from './schema.ts'
import type { Bot } from './table.ts'

/** A bot as answers show it. */
export function toBotRecord(bot: Bot): Infer<typeof botRecord> {
  return {
    unique_id: bot.id,
    ...pickFields(bot, shownFields),
    created_at: bot.created_at.toISOString(),
    updated_at: bot.updated_at.toISOString(),
  }
}

/** A bot with what the contract's own answers do not show of it. */
export function toFullBotRecord(bot: Bot): Infer<typeof fullBotRecord> {
  const { gpt_model, gpt_version, embedding_version, webhook_url } = bot
  return { ...toBotRecord(bot), gpt_model, gpt_version, embedding_version, webhook_url }
}
