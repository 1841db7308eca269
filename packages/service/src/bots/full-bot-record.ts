import type { Bot } from '../database/tables.ts'
import type { fullBotRecord } from '../schemas/bot.ts'
import type { Infer } from '../schemas/infer.ts'
import { toBotRecord } from './bot-record.ts'

/** A bot with what the contract's own answers do not show of it. */
export function toFullBotRecord(bot: Bot): Infer<typeof fullBotRecord> {
  const { gpt_model, gpt_version, embedding_version, webhook_url } = bot
  return { ...toBotRecord(bot), gpt_model, gpt_version, embedding_version, webhook_url }
}
