import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createdWithin, dayMs, type Period } from '../listing.ts'

/** The completions of an account in a period: all, or those of one bot or status. */
export interface CountedCompletions {
  readonly account: string
  readonly bot: string | undefined
  readonly status: string | undefined
  /** Whole days. */
  readonly period: Period
}

/** The number of completions, and the day of one of them. */
interface JournalPlace {
  readonly total: number
  /** Days since 1970; null if there are not so many completions. */
  readonly day: number | null
  /** The number of completions of later days. */
  readonly newer: number
  /** The number of completions of that day. */
  readonly ofDay: number
}

/**
 * Counts completions, and finds the day of the one that has `skip` newer ones. Reads the counts of days, and only those
 * completions that are not answered yet.
 */
export async function findJournalPlace(
  kysely: Kysely<Tables>,
  wanted: CountedCompletions,
  skip: number,
): Promise<JournalPlace> {
  const { from, before } = wanted.period
  const { rows } = await sql<JournalPlace>`
    with days as (
      select day, sum(total) as total
      from (
        select day, total from journal_counts
        where ${ofOwner(wanted)}
          and ${from === undefined ? sql`true` : sql`day >= ${dayOf(from)}`}
          and ${before === undefined ? sql`true` : sql`day < ${dayOf(before)}`}
        union all
        select floor(extract(epoch from created_at) / 86400)::integer, 1 from completions
        where ${ofOwner(wanted)} and status in ('PENDING', 'PROCESSING') and ${createdWithin(wanted.period)}
      ) counts
      group by day having sum(total) > 0
    ), places as (
      select day, total, sum(total) over (order by day desc) - total as newer from days
    )
    select overall.total::float8 as total, place.day, coalesce(place.newer, 0)::float8 as newer,
      coalesce(place.total, 0)::float8 as "ofDay"
    from (select coalesce(sum(total), 0) as total from days) overall
    left join places place on place.newer <= ${skip}::bigint and place.newer + place.total > ${skip}::bigint
  `.execute(kysely)
  const [place] = rows
  return place ?? { total: 0, day: null, newer: 0, ofDay: 0 }
}

function ofOwner({ account, bot, status }: CountedCompletions): RawBuilder<boolean> {
  const ofBot = bot === undefined ? sql`true` : sql`bot_id = ${bot}`
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`
  return sql`account_id = ${account} and ${ofBot} and ${ofStatus}`
}

function dayOf(moment: Date): number {
  return Math.floor(moment.getTime() / dayMs)
}

/**
 * Adds up the shards of past days, so that fewer rows are read, and removes the counts of days without completions. Two
 * processes that do so at the same time share the shards, and may leave a count of 0: the next call removes it.
 */
export async function foldJournalCounts(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    with parts as (
      delete from journal_counts
      where (bot_id, day, status, shard) in (
        select bot_id, day, status, shard from journal_counts
        where day < ${dayOf(now)} and (shard <> 0 or total = 0)
        for update skip locked
      )
      returning account_id, bot_id, day, status, total
    )
    insert into journal_counts as known
      select account_id, bot_id, day, status, 0, sum(total) from parts
      group by account_id, bot_id, day, status having sum(total) <> 0
      order by bot_id, day, status
      on conflict (bot_id, day, status, shard) do update set total = known.total + excluded.total
  `.execute(kysely)
}
