import { setMaxListeners } from 'node:events'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { createCoalescer } from '../runtime/coalescer.ts'
import type { Pace } from '../runtime/pace.ts'
import { type Timers, waitFor } from '../runtime/timers.ts'

/** A result that this service has claimed for delivery. */
export interface ClaimedDelivery {
  readonly completion_id: string
  readonly bot_id: string
  readonly account_id: string
  readonly body: string
  /** The place of the completion: a later one of a dialogue has a greater number. */
  readonly sequence: number
  /** The address of the bot when the result was claimed. */
  readonly webhook_url: string | null
  readonly webhook_secret: string
  /** The span that accepted the completion. */
  readonly traceparent: string | null
  /** Including this attempt. */
  readonly attempts: number
}

/** The outcome of a delivery. */
export type DeliveryOutcome = { readonly delivery: ClaimedDelivery } & (
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'again'; readonly reason: string; readonly dueAt: Date; readonly scheduledAt: Date }
)

/** Claims deliveries that are due: at most `eachBot` per bot, and none of the bots in `busyBots`. */
export async function claimDeliveries(
  kysely: Kysely<Tables>,
  owner: number,
  options: { readonly now: Date; readonly eachBot: number; readonly busyBots: readonly string[] },
): Promise<readonly ClaimedDelivery[]> {
  const { now, eachBot, busyBots } = options
  const { rows } = await sql<ClaimedDelivery>`
    with claimed as (
      select next.completion_id
      from (select distinct bot_id from deliveries where owner is null and due_at <= ${now}) due,
      lateral (
        select completion_id from deliveries
        where bot_id = due.bot_id and owner is null and due_at <= ${now}
        order by due_at limit ${sql.lit(eachBot)} for update skip locked
      ) next
      where due.bot_id <> all (array(select json_array_elements_text(${JSON.stringify(busyBots)}::json)::uuid))
    )
    update deliveries set owner = ${sql.lit(owner)}, attempts = deliveries.attempts + 1
    from claimed, bots, completions
    where deliveries.completion_id = claimed.completion_id and bots.id = deliveries.bot_id
      and completions.id = claimed.completion_id
    returning deliveries.completion_id, deliveries.bot_id, deliveries.body, deliveries.attempts,
      completions.sequence, completions.traceparent, bots.account_id, bots.webhook_url, bots.webhook_secret
  `.execute(kysely)
  return rows
}

/** The clocks of services may differ by this much, in milliseconds. */
const toleranceMs = 60_000

/**
 * Lets deliveries that were scheduled later than `now` wait from now on: the clock has gone back, and they would wait
 * longer by as much.
 */
export async function rescheduleLater(kysely: Kysely<Tables>, now: Date): Promise<void> {
  await kysely
    .updateTable('deliveries')
    .set({ due_at: sql`${now}::timestamptz + (due_at - scheduled_at)`, scheduled_at: now })
    .where('owner', 'is', null)
    .where('scheduled_at', '>', new Date(now.getTime() + toleranceMs))
    .execute()
}

/** The deliveries after `now`. */
export interface LaterDeliveries {
  /** When the next one is due; undefined if there is none. */
  readonly due: Date | undefined
  /** Whether the last one was scheduled by a service whose clock is ahead. */
  readonly isAhead: boolean
}

/** Looks at the first and the last of the deliveries that are due after `now`. */
export async function findLater(kysely: Kysely<Tables>, now: Date): Promise<LaterDeliveries> {
  const later = kysely.selectFrom('deliveries').where('owner', 'is', null).where('due_at', '>', now).limit(1)
  const { due, scheduled } = await kysely
    .selectNoFrom([
      later.select('due_at').orderBy('due_at').as('due'),
      later.select('scheduled_at').orderBy('due_at', 'desc').as('scheduled'),
    ])
    .executeTakeFirstOrThrow()
  return { due: due ?? undefined, isAhead: scheduled !== null && scheduled.getTime() > now.getTime() + toleranceMs }
}

/**
 * Records the outcomes of deliveries: final ones are removed from the table, the others wait for their next attempt.
 * One statement rather than a transaction of several, because this is half the cost of a delivery with the embedded
 * database.
 */
async function recordOutcomes(
  kysely: Kysely<Tables>,
  owner: number,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  const rows = outcomes.map(outcome => ({
    id: outcome.delivery.completion_id,
    status: outcome.kind === 'again' ? 'PENDING' : outcome.kind === 'delivered' ? 'DELIVERED' : 'FAILED',
    error: outcome.kind === 'delivered' ? null : outcome.reason,
    due: outcome.kind === 'again' ? outcome.dueAt : null,
    scheduled: outcome.kind === 'again' ? outcome.scheduledAt : null,
  }))
  await sql`
    with outcome as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id uuid, status text, error text, due timestamptz, scheduled timestamptz)
    ), decided as (
      delete from deliveries d using outcome o
      where d.completion_id = o.id and d.owner = ${sql.lit(owner)} and o.due is null
      returning o.id, o.status, o.error
    ), again as (
      update deliveries d set owner = null, due_at = o.due, scheduled_at = o.scheduled from outcome o
      where d.completion_id = o.id and d.owner = ${sql.lit(owner)} and o.due is not null
      returning o.id, o.status, o.error
    )
    update completions c set webhook_status = known.status, webhook_error = known.error
    from (select * from decided union all select * from again) known
    where c.id = known.id
  `.execute(kysely)
}

/** Releases deliveries that this service has claimed and not sent: the given ones, or all except the given ones. */
export async function releaseDeliveries(
  kysely: Kysely<Tables>,
  owner: number,
  which: { readonly only: readonly string[] } | { readonly except: readonly string[] },
): Promise<void> {
  const [operator, ids] = 'only' in which ? (['in', which.only] as const) : (['not in', which.except] as const)
  if (ids.length === 0 && operator === 'in') return
  await kysely
    .updateTable('deliveries')
    .set({ owner: null, attempts: sql`attempts - 1` })
    .where('owner', '=', owner)
    .$if(ids.length > 0, rows => rows.where('completion_id', operator, ids))
    .execute()
}

/** The delay before an outcome is written again after a failure, in milliseconds. */
const afterFailureMs = 1000

/**
 * How long outcomes are collected, in milliseconds: no client waits for them, and a statement costs the same for one as
 * for thirty.
 */
const gatherMs = 30

/** Records the outcomes of deliveries concurrently with sending others. */
export interface OutcomeRecorder {
  record(outcome: DeliveryOutcome): void
  /** Resolves when everything is recorded, or given up. */
  idle(): Promise<void>
  /** From now on, drops outcomes that cannot be recorded at once: the next service sends them again. */
  giveUp(): void
}

/**
 * Records many outcomes with one statement, with retries: a final result must not be sent again, and one that waits for
 * its next attempt must not be forgotten. `onRecorded` is called with each.
 */
export function createOutcomeRecorder(options: {
  readonly kysely: Kysely<Tables>
  readonly owner: number
  readonly onRecorded: (outcome: DeliveryOutcome) => void
  readonly timers: Timers
  readonly pace: Pace
  readonly onError: (error: unknown) => void
}): OutcomeRecorder {
  const { kysely, owner, timers, pace, onRecorded, onError } = options
  const underWay = new Set<Promise<void>>()
  const givenUp = new AbortController()
  // Every outcome that waits for the database listens.
  setMaxListeners(0, givenUp.signal)
  const recordAll = async (outcomes: readonly DeliveryOutcome[]) => {
    await recordOutcomes(kysely, owner, outcomes)
    return outcomes.map(() => undefined)
  }
  const recordOnce = createCoalescer(recordAll, { maxItems: 100, timers, gatherMs, pace })
  const recordAtLast = async (outcome: DeliveryOutcome) => {
    while (true) {
      try {
        await recordOnce(outcome)
        return onRecorded(outcome)
      } catch (error) {
        onError(error)
        if (givenUp.signal.aborted) return
        await waitFor(timers, afterFailureMs, givenUp.signal)
      }
    }
  }
  return {
    record(outcome) {
      const done: Promise<void> = recordAtLast(outcome).finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    giveUp() {
      givenUp.abort()
    },
  }
}
