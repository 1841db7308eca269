import { toBotRecord } from '../bots/bot-record.ts'
import type { Bot, Completion, TokenUsage } from '../database/tables.ts'
import type { journalRecord } from '../schemas/completion.ts'
import type { Infer } from '../schemas/infer.ts'

/** A completion as the journal shows it. */
export function toJournalRecord(
  completion: Completion,
  bot: Bot,
  usages: readonly TokenUsage[],
): Infer<typeof journalRecord> {
  return {
    unique_id: completion.id,
    prompt: completion.prompt,
    status: completion.status,
    tool_calls_count: completion.tool_calls_count,
    created_at: completion.created_at.toISOString(),
    updated_at: completion.updated_at.toISOString(),
    bot: toBotRecord(bot),
    completion_token_usages: usages.map(toUsageRecord),
    answer: completion.answer,
    webhook_status: completion.webhook_status,
    webhook_error: completion.webhook_error,
  }
}

function toUsageRecord(usage: TokenUsage) {
  return {
    unique_id: usage.id,
    completion_unique_id: usage.completion_id,
    type: usage.type,
    mode: usage.mode,
    created_at: usage.created_at.toISOString(),
    gpt_model: usage.gpt_model,
    gpt_version: usage.gpt_version,
    gpt_version_label: usage.gpt_version_label,
    tokens_used: usage.tokens_used,
    source: usage.source,
    historical_analysis_job_id: null,
  }
}
