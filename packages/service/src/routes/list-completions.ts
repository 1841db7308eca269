import type { SelectQueryBuilder } from 'kysely'
import { ownBot } from '../bots/own-bot.ts'
import { type Period, readPeriod } from '../completions/journal-filter.ts'
import { readJournalRecords } from '../completions/read-journal-records.ts'
import type { Tables } from '../database/tables.ts'
import { defineRoute } from '../http/route.ts'
import { noId, readId } from '../identifiers.ts'
import { completionStatuses, journalRecord } from '../schemas/completion.ts'
import { day, listOf, paging } from '../schemas/paging.ts'
import { containing } from '../search-pattern.ts'

/** The journal of the account's completions, newest first. */
export const listCompletions = defineRoute({
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
      status: { type: 'string', enum: completionStatuses },
      unique_id: { type: 'string' },
      search: { type: 'string' },
      start_date: day,
      end_date: day,
    },
  },
  status: 200,
  response: listOf(journalRecord),
  refusals: [400, 403, 404],
  async handle({ account, query }, service) {
    const { skip, take, status, unique_id, search, bot_unique_id } = query
    const bot = bot_unique_id === undefined ? undefined : await ownBot(bot_unique_id, account, service)
    const found = within(
      service.kysely
        .selectFrom('completions')
        .where('account_id', '=', account.id)
        .$if(bot !== undefined, rows => rows.where('bot_id', '=', bot?.id ?? noId))
        .$if(status !== undefined, rows => rows.where('status', '=', status ?? 'PENDING'))
        .$if(unique_id !== undefined, rows => rows.where('id', '=', readId(unique_id ?? '') ?? noId))
        .$if((search ?? '') !== '', rows =>
          rows.where(({ eb, or }) => {
            const pattern = containing(search ?? '')
            return or([eb('prompt', 'ilike', pattern), eb('answer', 'ilike', pattern)])
          }),
        ),
      readPeriod(query.start_date, query.end_date),
    )
    const rows = await found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('sequence', 'desc')
      .offset(skip)
      .limit(take)
      .execute()
    const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return { data: await readJournalRecords(rows, service), meta: { total, skip, take } }
  },
})

function within(
  rows: SelectQueryBuilder<Tables, 'completions', object>,
  { from, before }: Period,
): SelectQueryBuilder<Tables, 'completions', object> {
  return rows
    .$if(from !== undefined, some => some.where('created_at', '>=', from ?? new Date(0)))
    .$if(before !== undefined, some => some.where('created_at', '<', before ?? new Date(0)))
}
