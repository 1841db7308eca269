import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { noId, readId } from '../../database/identifiers.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import type { Bot } from '../bots/table.ts'
import { containsPattern, createdWithin, dayMs, type Period } from '../listing.ts'
import { type CountedCompletions, findJournalPlace } from './journal-counts.ts'
import type { Completion, TokenUsage } from './table.ts'

/** The filter of a list of completions. */
interface CompletionFilter extends PageRequest {
  readonly bot: Bot | undefined
  /** A value that no completion has matches none. */
  readonly status?: string | undefined
  readonly unique_id?: string | undefined
  /** A part of the prompt or the answer. */
  readonly search?: string | undefined
  readonly period: Period
}

/** A page of the completions of an account, newest first. */
export async function readCompletionPage(
  kysely: Kysely<Tables>,
  account: Account,
  { bot, status, unique_id, search = '', period, ...page }: CompletionFilter,
) {
  const ofPeriod = (within: Period) =>
    kysely
      .selectFrom('completions')
      .where(createdWithin(within))
      .where('account_id', '=', account.id)
      .$if(bot !== undefined, rows => rows.where('bot_id', '=', bot?.id ?? noId))
      .$if(status !== undefined, rows => rows.where(isOfStatus(status ?? '')))
  if (unique_id === undefined && search === '') {
    return readCountedPage(kysely, ofPeriod, { account: account.id, bot: bot?.id, status, period }, page)
  }
  const completions = ofPeriod(period)
    .$if(unique_id !== undefined, rows => rows.where('id', '=', readId(unique_id ?? '') ?? noId))
    .$if(search !== '', rows =>
      rows.where(({ eb, or }) => {
        const pattern = containsPattern(search)
        return or([eb('prompt', '~', pattern), eb('answer', '~', pattern)])
      }),
    )
  return readPage(completions, newestFirst(completions.selectAll()), page)
}

/** Up to this many rows are skipped one by one. */
const maxSkipped = 200

/** Reads a page whose completions are counted by day: at most half of the completions of one day are skipped. */
async function readCountedPage(
  kysely: Kysely<Tables>,
  ofPeriod: (period: Period) => SelectQueryBuilder<Tables, 'completions', object>,
  wanted: CountedCompletions,
  { skip, take }: PageRequest,
) {
  const { total, day, newer, ofDay } = await findJournalPlace(kysely, wanted, skip)
  const meta = { total, skip, take }
  const completions = ofPeriod(wanted.period)
  if (day === null) return { rows: [], meta }
  if (skip <= maxSkipped) {
    return { rows: await newestFirst(completions.selectAll()).offset(skip).limit(take).execute(), meta }
  }
  const place = skip - newer
  const isLate = place > ofDay / 2
  const keys = ofPeriod({ from: new Date(day * dayMs), before: new Date((day + 1) * dayMs) })
    .select(['created_at', 'sequence'])
    .offset(isLate ? ofDay - 1 - place : place)
    .limit(1)
  const first = await (isLate ? keys.orderBy('created_at').orderBy('sequence') : newestFirst(keys)).executeTakeFirst()
  if (first === undefined) return { rows: [], meta }
  const { created_at, sequence } = first
  const rest = completions
    .selectAll()
    .where(sql<boolean>`(created_at, sequence) <= (${created_at}::timestamptz, ${sequence}::bigint)`)
  return { rows: await newestFirst(rest).limit(take).execute(), meta }
}

/** With the condition of the indexes by status. */
function isOfStatus(status: string) {
  const isAnswered = sql`status in ('SUCCESS', 'OPERATOR', 'ERROR')`
  const isStatus = sql<boolean>`status = ${status}`
  return status === 'PENDING' || status === 'PROCESSING' ? isStatus : sql<boolean>`${isStatus} and ${isAnswered}`
}

function newestFirst<Row>(rows: SelectQueryBuilder<Tables, 'completions', Row>) {
  return rows.orderBy('created_at', 'desc').orderBy('sequence', 'desc')
}

/** The completion with that id, of any account. */
export async function findCompletion(kysely: Kysely<Tables>, id: string): Promise<Completion | undefined> {
  const known = readId(id)
  if (known === undefined) return undefined
  return kysely.selectFrom('completions').selectAll().where('id', '=', known).executeTakeFirst()
}

/** The token usages of completions. */
export async function readTokenUsages(
  kysely: Kysely<Tables>,
  completions: readonly Completion[],
): Promise<readonly TokenUsage[]> {
  if (completions.length === 0) return []
  const ids = completions.map(({ id }) => id)
  return kysely.selectFrom('token_usages').selectAll().where('completion_id', 'in', ids).orderBy('id').execute()
}
