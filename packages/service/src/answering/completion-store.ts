import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { blockedByEarlierMessage } from '../database/ownership.ts'
import type { Tables } from '../database/tables.ts'
import type { Bot } from '../resources/bots/table.ts'
import type { Completion } from '../resources/completions/table.ts'
import type { DeliveryArrivals, NewDelivery } from '../webhooks/delivery-queue.ts'
import { webhookBody } from '../webhooks/event.ts'
import type { Answer, Usage } from './answer.ts'

/** Completions to be answered sequentially: those of a dialogue, in their order. */
export type DialogueLine = readonly Completion[]

/** Divides completions, the oldest first, into lines that are independent of each other. */
export function groupByDialogue(completions: readonly Completion[]): readonly DialogueLine[] {
  const lines = new Map<string, Completion[]>()
  for (const completion of completions) {
    const key = completion.dialogue_id ?? completion.id
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [completion])
    else line.push(completion)
  }
  return [...lines.values()]
}

/** The lock that serializes claims by services on one database. */
const claimLock = 1_396_920_152

/** How many to claim, and which bots to skip. */
interface Which {
  readonly most: number
  readonly busyBots?: readonly string[]
}

/**
 * Claims the oldest waiting completions, at most `most`, oldest first; none of a dialogue that a service is working on,
 * and none of `busyBots`. Services that share a database claim one at a time: otherwise one could take a dialogue's
 * second message before its first.
 */
export async function claimCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { isShared, ...which }: Which & { readonly isShared: boolean },
): Promise<Completion[]> {
  // In a single service, the statement suffices. In the embedded database, a transaction takes three times as long.
  if (!isShared) return claim(kysely, owner, which)
  return kysely.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(claimLock)})`.execute(transaction)
    return claim(transaction, owner, which)
  })
}

async function claim(kysely: Kysely<Tables>, owner: number, { most, busyBots = [] }: Which): Promise<Completion[]> {
  const rows = await kysely
    // Rows locked in a WITH are selected once; with a plain subquery the planner may select again and exceed the limit.
    .with('claimed', query =>
      query
        .selectFrom('completions as waiting')
        .select('waiting.id')
        .where('waiting.status', 'in', ['PENDING', 'PROCESSING'])
        .where('waiting.owner', 'is', null)
        .$if(busyBots.length > 0, rows => rows.where('waiting.bot_id', 'not in', busyBots))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('completions as other')
                .select('other.id')
                .whereRef('other.dialogue_id', '=', 'waiting.dialogue_id')
                .where('other.owner', 'is not', null),
            ),
          ),
        )
        .orderBy('waiting.sequence')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('completions')
    .from('claimed')
    .set({ owner, status: 'PROCESSING', attempts: sql`attempts + 1` })
    .whereRef('completions.id', '=', 'claimed.id')
    .returningAll('completions')
    .execute()
  return rows.sort((a, b) => a.sequence - b.sequence)
}

/** Releases claimed completions that are not in progress. Those that only waited do not count as attempts. */
export async function releaseCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { except }: { readonly except: readonly string[] },
): Promise<void> {
  await kysely
    .updateTable('completions')
    .set({ owner: null, attempts: sql`attempts - case when ${blockedByEarlierMessage} then 1 else 0 end` })
    .where('owner', '=', owner)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .$if(except.length > 0, rows => rows.where('id', 'not in', except))
    .execute()
}

/** A completion with its final result. */
export type CompletionResult = {
  readonly completion: Completion
  readonly bot: Bot
  /** When the bot was read, in milliseconds of the timers. */
  readonly readAt: number
} & (Answer | { readonly status: 'ERROR'; readonly text: null; readonly progress?: undefined })

/**
 * Records results, dialogues, usages, runs and deliveries in one transaction. It is rolled back if another service has
 * taken over a completion in the meantime, so that a final result is recorded once.
 */
export async function completeBatch(
  kysely: Kysely<Tables>,
  results: readonly CompletionResult[],
  { now, arrivals }: { readonly now: Date; readonly arrivals: DeliveryArrivals },
): Promise<void> {
  const deliveries = arrivals.claim(results.filter(({ bot }) => bot.webhook_url !== null).map(deliveryOf))
  try {
    await kysely.transaction().execute(async transaction => {
      await recordResults(transaction, results, now)
      await transaction
        .insertInto('token_usages')
        .values(results.flatMap(result => toUsages(result, now)))
        .execute()
      await insertDeliveries(transaction, deliveries, now)
      await recordDialogues(transaction, results, now)
      await countRuns(transaction, results)
    })
  } catch (error) {
    arrivals.abandon(deliveries)
    throw error
  }
  arrivals.begin(deliveries)
}

async function recordResults(transaction: Transaction<Tables>, results: readonly CompletionResult[], now: Date) {
  const rows = results.map(({ completion, bot, ...result }) => {
    const { id, owner, attempts } = completion
    const webhook = bot.webhook_url === null ? 'NONE' : 'PENDING'
    const calls = 'toolCalls' in result ? (result.toolCalls ?? 0) : 0
    return { id, owner, attempts, status: result.status, answer: result.text, webhook, calls }
  })
  const { numAffectedRows } = await sql`
    update completions c
    set status = r.status, answer = r.answer, tool_calls_count = r.calls, webhook_status = r.webhook, owner = null,
      updated_at = ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r(id uuid, owner integer, attempts integer, status text, answer text, webhook text,
        calls integer)
    where c.id = r.id and c.owner = r.owner and c.attempts = r.attempts
  `.execute(transaction)
  if (numAffectedRows !== BigInt(rows.length)) throw new Error('Another service has taken up the same completions.')
}

/** Of several messages of one dialogue, the last determines its state. */
async function recordDialogues(transaction: Transaction<Tables>, results: readonly CompletionResult[], now: Date) {
  const latest = new Map(
    results.flatMap(({ completion: { dialogue_id }, progress }) =>
      dialogue_id === null || progress === undefined ? [] : [[dialogue_id, progress] as const],
    ),
  )
  if (latest.size === 0) return
  const rows = Array.from(latest, ([id, progress]) => ({ id, ...progress }))
  await sql`
    update dialogues d
    set customer_messages = r.customer_messages, successful_messages = r.successful_messages,
      clarification_attempted = r.clarification_attempted, is_active = r.is_active, memory = r.memory,
      updated_at = ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, customer_messages integer,
      successful_messages integer, clarification_attempted boolean, is_active boolean, memory json)
    where d.id = r.id and d.deleted_at is null
  `.execute(transaction)
}

async function countRuns(transaction: Transaction<Tables>, results: readonly CompletionResult[]) {
  const counts = new Map<string, number>()
  for (const result of results) {
    const started = 'started' in result ? result.started : undefined
    if (started !== undefined) counts.set(started, (counts.get(started) ?? 0) + 1)
  }
  if (counts.size === 0) return
  const rows = Array.from(counts, ([id, count]) => ({ id, count }))
  // Locked in a fixed order, to avoid deadlocks between services.
  await sql`
    with started as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, count integer)
    ), locked as (
      select id from scenarios where id in (select id from started) order by id for update
    )
    update scenarios s set runs = s.runs + started.count
    from started join locked on locked.id = started.id
    where s.id = started.id
  `.execute(transaction)
}

/** A result without a model gets one record of zero tokens. */
function toUsages({ completion, bot, ...result }: CompletionResult, now: Date) {
  const used = 'usages' in result ? result.usages : undefined
  const none: Usage = { type: 'REGULAR', source: 'LOCAL', version: bot.gpt_version ?? '', tokens: 0 }
  return (used ?? [none]).map(({ type, source, version, tokens }) => ({
    id: randomUUID(),
    completion_id: completion.id,
    type,
    mode: completion.mode,
    gpt_model: bot.gpt_model,
    gpt_version: version,
    gpt_version_label: version,
    tokens_used: tokens,
    source,
    created_at: now,
  }))
}

async function insertDeliveries(transaction: Transaction<Tables>, deliveries: readonly NewDelivery[], now: Date) {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ completion_id, bot_id, body, attempts, owner }) => {
    return { completion_id, bot_id, body, attempts, owner, due_at: now, scheduled_at: now }
  })
  await transaction.insertInto('deliveries').values(rows).execute()
}

function deliveryOf({ completion, bot, readAt, status, text }: CompletionResult): NewDelivery {
  const { id: bot_id, account_id, webhook_url, webhook_secret } = bot
  const body = webhookBody({ completion, status, text })
  return {
    ...{ bot_id, account_id, webhook_url, webhook_secret, readAt },
    ...{ completion_id: completion.id, body, sequence: completion.sequence, attempts: 0, owner: null },
    traceparent: completion.traceparent,
  }
}
