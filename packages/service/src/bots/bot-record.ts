import type { Bot } from '../database/tables.ts'
import type { botRecord } from '../schemas/bot.ts'
import type { Infer } from '../schemas/infer.ts'

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
