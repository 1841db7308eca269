import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { withinASecond } from '../operations/within-a-second.ts'
import type { Timers } from '../timers.ts'

/** How much waits, and how long the oldest has waited, in seconds; 0 where nothing waits. */
export interface QueueFigures {
  readonly waiting: number
  readonly oldestWaiting: number
  readonly undelivered: number
  readonly oldestDue: number
}

/** Undefined where the database does not answer within a second. */
export async function readQueueFigures(kysely: Kysely<Tables>, timers: Timers): Promise<QueueFigures | undefined> {
  const query = sql<QueueFigures>`
    select c.waiting, c.oldest as "oldestWaiting", d.undelivered, d.oldest as "oldestDue" from (
      select count(*)::float8 as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from completions where status in ('PENDING', 'PROCESSING')
    ) c, (
      select count(*)::float8 as undelivered,
        greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as oldest
      from deliveries
    ) d
  `.execute(kysely)
  return (await withinASecond(query, timers))?.rows[0]
}
