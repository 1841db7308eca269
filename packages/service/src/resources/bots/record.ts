import type { Infer } from '../../http/schema.ts'
import type { botRecord, fullBotRecord } from './schema.ts'
import type { Bot } from './table.ts'

/** A bot as answers show it. */
export function toBotRecord(bot: Bot): Infer<typeof botRecord> {
  return {
    unique_id: bot.id,
    name: bot.name,
    primary_language: bot.primary_language,
    first_line_greeting_enabled: bot.first_line_greeting_enabled,
    first_line_greeting_text: bot.first_line_greeting_text,
    rag_clarify_enabled: bot.rag_clarify_enabled,
    scenario_clarify_enabled: bot.scenario_clarify_enabled,
    scenario_clarify_min_confidence: bot.scenario_clarify_min_confidence,
    scenario_clarify_margin: bot.scenario_clarify_margin,
    allow_public_sources_in_support: bot.allow_public_sources_in_support,
    tools_enabled: bot.tools_enabled,
    anonymize_pii: bot.anonymize_pii,
    max_output_tokens: bot.max_output_tokens,
    created_at: bot.created_at.toISOString(),
    updated_at: bot.updated_at.toISOString(),
  }
}

/** A bot with what the contract's own answers do not show of it. */
export function toFullBotRecord(bot: Bot): Infer<typeof fullBotRecord> {
  const { gpt_model, gpt_version, embedding_version, webhook_url } = bot
  return { ...toBotRecord(bot), gpt_model, gpt_version, embedding_version, webhook_url }
}
