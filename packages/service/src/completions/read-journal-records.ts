import { InternalError } from '@scenewright/model'
import type { Kysely } from 'kysely'
import type { Completion, Tables } from '../database/tables.ts'
import type { journalRecord } from '../schemas/completion.ts'
import type { Infer } from '../schemas/infer.ts'
import type { ServiceContext } from '../service-context.ts'
import { toJournalRecord } from './journal-record.ts'

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
