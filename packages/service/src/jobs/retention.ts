import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Meters } from '../metrics/metrics.ts'
import { keyLifetimeMs } from '../resources/completions/idempotency.ts'
import { foldJournalCounts } from '../resources/completions/journal-counts.ts'
import type { Timers } from '../runtime/timers.ts'
import { type ErasureAges, eraseOld } from './erasure.ts'
import { observeClock } from './trusted-clock.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

/** The number of rows that one statement deletes. */
export const sliceSize = 500

/** An attachment at the age limit may be in use at this moment: it is deleted this much later, in milliseconds. */
const graceMs = 60 * 60 * 1000

/** The interval of the search for old records, in milliseconds. */
const everyMs = 10 * 60 * 1000
/** The pause between two batches, in milliseconds. */
const pauseMs = 100

type RetentionMeters = Pick<Meters, 'oldDeleted' | 'clockJudged'>

/**
 * Deletes data older than `retentionMs`, and erases what was deleted, batch by batch, while the service runs and its
 * clock is trusted.
 */
export function startRetention(options: {
  readonly kysely: Kysely<Tables>
  readonly clock: () => Date
  readonly retentionMs: number
  readonly erasureAges: ErasureAges
  readonly timers: Timers
  readonly meters: RetentionMeters
  readonly onError: (error: unknown) => void
}): WorkLoop {
  const { kysely, clock, retentionMs, erasureAges, timers, meters, onError } = options
  let isDoubted = false
  const run = async () => {
    const now = clock()
    await foldJournalCounts(kysely, now)
    const until = await observeClock(kysely, now)
    if (until !== null && !isDoubted)
      onError(new Error(`The clock has jumped: nothing is deleted until ${until.toISOString()}.`))
    isDoubted = until !== null
    meters.clockJudged(!isDoubted)
    if (isDoubted) return everyMs
    const isLeft = [
      await removeOld(kysely, retentionMs, now, meters.oldDeleted),
      await eraseOld(kysely, erasureAges, now),
    ]
    return isLeft.includes(true) ? pauseMs : everyMs
  }
  return startWorkLoop(run, onError, { timers })
}

/**
 * Deletes a batch of old data: answered completions without pending deliveries, with their usages; unused attachments;
 * expired keys. Returns whether there may be more.
 */
export async function removeOld(
  kysely: Kysely<Tables>,
  retentionMs: number,
  now: Date,
  onDeleted: Meters['oldDeleted'] = () => {},
): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const counts = {
    completions: await removeCompletions(kysely, before(retentionMs)),
    attachments: await removeAttachments(kysely, before(retentionMs + graceMs)),
    keys: await removeKeys(kysely, before(keyLifetimeMs)),
  }
  for (const kind of ['completions', 'attachments', 'keys'] as const) onDeleted(kind, counts[kind])
  return Object.values(counts).includes(sliceSize)
}

async function removeCompletions(kysely: Kysely<Tables>, oldest: Date): Promise<number> {
  return kysely.transaction().execute(async transaction => {
    const { rows } = await sql<{ readonly id: string }>`
      select old.id
      from accounts, lateral (
        select id from completions
        where account_id = accounts.id and created_at < ${oldest} and owner is null
          and status in ('SUCCESS', 'OPERATOR', 'ERROR')
          and not exists (select from deliveries where deliveries.completion_id = completions.id)
        order by created_at limit ${sql.lit(sliceSize)} for update skip locked
      ) old
      limit ${sql.lit(sliceSize)}
    `.execute(transaction)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await transaction.deleteFrom('token_usages').where('completion_id', 'in', ids).execute()
    await transaction.deleteFrom('completions').where('id', 'in', ids).execute()
    return ids.length
  })
}

async function removeAttachments(kysely: Kysely<Tables>, oldest: Date): Promise<number> {
  const { rows } = await sql`
    delete from attachments where id in (
      select id from attachments
      where created_at < ${oldest}
        and not exists (select from completion_attachments where attachment_id = attachments.id)
      order by created_at limit ${sql.lit(sliceSize)}
    )
    returning id
  `.execute(kysely)
  return rows.length
}

async function removeKeys(kysely: Kysely<Tables>, oldest: Date): Promise<number> {
  const { rows } = await sql`
    delete from idempotency_keys where (account_id, key) in (
      select account_id, key from idempotency_keys
      where created_at < ${oldest} order by created_at limit ${sql.lit(sliceSize)}
    ) and created_at < ${oldest}
    returning key
  `.execute(kysely)
  return rows.length
}
