import { InternalError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Bot, Completion, Tables, TokenUsage } from '../../database/tables.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../service-context.ts'
import { toBotRecord } from '../bots/record.ts'
import type { journalRecord } from './schema.ts'

/** The completions as the journal shows them, with their bots, also those that were deleted since. */
export async function readJournalRecords(
  completions: readonly Completion[],
  { kysely, lookups }: Pick<ServiceContext, 'kysely' | 'lookups'>,
): Promise<readonly Infer<typeof journalRecord>[]> {
  const usages = await usagesOf(completions, kysely)
  return Promise.all(
    completions.map(async completion => {
      const bot = await lookups.recordedBot(completion.bot_id)
      if (bot === undefined) throw new InternalError(`The bot of the completion ${completion.id} is not there.`)
      return toJournalRecord(
        completion,
        bot,
        usages.filter(usage => usage.completion_id === completion.id),
      )
    }),
  )
}

async function usagesOf(completions: readonly Completion[], kysely: Kysely<Tables>) {
  if (completions.length === 0) return []
  const ids = completions.map(({ id }) => id)
  return kysely.selectFrom('token_usages').selectAll().where('completion_id', 'in', ids).orderBy('id').execute()
}

/** A completion as the journal shows it. */
function toJournalRecord(completion: Completion, bot: Bot, usages: readonly TokenUsage[]): Infer<typeof journalRecord> {
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
