import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The id of the row. */
const id = 1

const dayMs = 24 * 60 * 60 * 1000
/** A clock that is further ahead of the last time that was seen is doubted, in milliseconds. */
const jumpMs = 7 * dayMs
/** How long it is doubted, in milliseconds. */
const doubtMs = dayMs

/** The recorded state of the clock. */
interface ClockState {
  /** The last time that was seen; undefined in a new database. */
  readonly seenAt: Date | undefined
  readonly doubtedUntil: Date | null
}

/**
 * Records the time, and returns until when it is doubted; null if it is trusted. A clock that is more than a week ahead
 * of the last time that a service of this database has seen is doubted for a day: somebody may still correct it.
 */
export async function observeClock(kysely: Kysely<Tables>, now: Date): Promise<Date | null> {
  const doubted_until = doubtedUntil(await readState(kysely), now)
  await kysely
    .insertInto('clock')
    .values({ id, seen_at: now, doubted_until })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ seen_at: now, doubted_until }))
    .execute()
  return doubted_until
}

/** Before the first record, the newest completion shows the last time. */
async function readState(kysely: Kysely<Tables>): Promise<ClockState> {
  const row = await kysely.selectFrom('clock').selectAll().where('id', '=', id).executeTakeFirst()
  if (row !== undefined) return { seenAt: row.seen_at, doubtedUntil: row.doubted_until }
  const newest = await kysely
    .selectFrom('completions')
    .select('created_at')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { seenAt: newest?.created_at, doubtedUntil: null }
}

function doubtedUntil({ seenAt, doubtedUntil: until }: ClockState, now: Date): Date | null {
  if (seenAt !== undefined && now.getTime() - seenAt.getTime() > jumpMs) return new Date(now.getTime() + doubtMs)
  const leftMs = until === null ? 0 : until.getTime() - now.getTime()
  // With more than the whole time left, the clock was corrected.
  return leftMs > 0 && leftMs <= doubtMs ? until : null
}
