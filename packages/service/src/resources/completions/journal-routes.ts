import { InternalError } from '@scenewright/model'
import { inaccessible } from '../../http/http-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { toBotRecord } from '../bots/record.ts'
import { requireBot } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { readDialogueIds } from '../dialogues/store.ts'
import { day, listSchema, paging, readPeriod } from '../listing.ts'
import { findCompletion, readCompletionPage, readTokenUsages } from './journal-store.ts'
import { completionStatuses, journalRecord } from './schema.ts'
import type { Completion, TokenUsage } from './table.ts'

/** The journal of the account's completions, newest first. */
const listCompletions = defineRoute({
  name: 'listCompletions',
  method: 'GET',
  url: '/completion-log/journal',
  summary: 'Lists the requests to the bots of the account, newest first.',
  query: {
    type: 'object',
    required: ['skip', 'take'],
    properties: {
      bot_unique_id: { type: 'string' },
      ...paging,
      status: { type: 'string', description: `One of ${completionStatuses.join(', ')}.` },
      unique_id: { type: 'string' },
      search: { type: 'string' },
      start_date: day,
      end_date: day,
    },
  },
  status: 200,
  response: listSchema(journalRecord),
  errors: [400, 403, 404],
  async handle({ account, query }, service) {
    const { bot_unique_id } = query
    const bot = bot_unique_id === undefined ? undefined : await requireBot(bot_unique_id, account, service)
    const period = readPeriod(query.start_date, query.end_date)
    const { rows, meta } = await readCompletionPage(service.kysely, account, { ...query, bot, period })
    return { data: await readJournalRecords(rows, service), meta }
  },
})

/** One completion, in the form of the journal. */
const readCompletion = defineRoute({
  name: 'readCompletion',
  method: 'GET',
  url: '/completion/{uniqueId}',
  summary: 'Reads a request and, once available, its answer.',
  isLocal: true,
  status: 200,
  response: journalRecord,
  errors: [403, 404],
  async handle({ account, parameters: { uniqueId } }, service) {
    const completion = await findCompletion(service.kysely, uniqueId)
    if (completion === undefined || completion.account_id !== account.id) {
      throw inaccessible('completion', uniqueId, completion !== undefined && !service.maskForbidden)
    }
    const [record] = await readJournalRecords([completion], service)
    if (record === undefined) throw new InternalError(`The completion ${completion.id} has no record.`)
    return record
  },
})

/** The operations on the journal of completions. */
export const journalRoutes: readonly Route[] = [listCompletions, readCompletion]

/** The completions in the form of the journal, with their bots, including deleted ones. */
async function readJournalRecords(
  completions: readonly Completion[],
  { kysely, loaders }: Pick<ServiceContext, 'kysely' | 'loaders'>,
): Promise<readonly Infer<typeof journalRecord>[]> {
  const usages = await readTokenUsages(kysely, completions)
  const dialogueIds = await readDialogueIds(
    kysely,
    completions.map(({ dialogue_id }) => dialogue_id),
  )
  return Promise.all(
    completions.map(async completion => {
      const bot = await loaders.recordedBot(completion.bot_id)
      if (bot === undefined) throw new InternalError(`The bot of the completion ${completion.id} does not exist.`)
      return toJournalRecord(completion, bot, {
        dialogueId: dialogueIds.get(completion.dialogue_id ?? '') ?? null,
        usages: usages.filter(usage => usage.completion_id === completion.id),
      })
    }),
  )
}

/** A completion in the form of the journal. */
function toJournalRecord(
  completion: Completion,
  bot: Bot,
  { dialogueId, usages }: { readonly dialogueId: string | null; readonly usages: readonly TokenUsage[] },
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
    dialogue_id: dialogueId,
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
