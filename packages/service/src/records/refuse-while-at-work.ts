import type { Kysely } from 'kysely'
import type { Bot, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'

/** What may be under way that needs a bot or what it has. */
type Job = 'answer' | 'delivery' | 'scan' | 'transfer'

/** Rejects with a Refusal 409 while a job of one of these kinds is under way at the bot. */
export async function refuseWhileAtWork(kysely: Kysely<Tables>, bot: Bot, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const { find, refusal } = kinds[job]
    if ((await find(kysely, bot)) !== undefined) throw new Refusal(409, refusal)
  }
}

interface Kind {
  /** One job of the kind, or undefined. */
  find(kysely: Kysely<Tables>, bot: Bot): Promise<unknown>
  readonly refusal: string
}

const kinds: Readonly<Record<Job, Kind>> = {
  answer: {
    find: (kysely, { id }) =>
      kysely
        .selectFrom('completions')
        .select('id')
        .where('bot_id', '=', id)
        .where('status', 'in', ['PENDING', 'PROCESSING'])
        .executeTakeFirst(),
    refusal: 'Completions of the bot wait for their answers; try again when they have them.',
  },
  delivery: {
    find: (kysely, { id }) =>
      kysely.selectFrom('deliveries').select('completion_id').where('bot_id', '=', id).executeTakeFirst(),
    refusal: 'Results of the bot wait for their delivery; try again when that is decided.',
  },
  scan: {
    find: (kysely, { id, account_id }) =>
      kysely
        .selectFrom('scans')
        .select('id')
        .where('status', '=', 'RUNNING')
        .where('account_id', '=', account_id)
        .where(({ eb, or }) => or([eb('bot_id', '=', id), eb('bot_id', 'is', null)]))
        .executeTakeFirst(),
    refusal: 'An integrity scan looks through the bot; try again when it has ended.',
  },
  transfer: {
    find: (kysely, { id }) =>
      kysely
        .selectFrom('transfers')
        .select('id')
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .where(({ eb, or }) => or([eb('source_bot_id', '=', id), eb('target_bot_id', '=', id)]))
        .executeTakeFirst(),
    refusal: 'A transfer to or from the bot is under way; try again when it has ended.',
  },
}
