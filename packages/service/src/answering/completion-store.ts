import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Bot } from '../resources/bots/table.ts'
import type { Completion } from '../resources/completions/table.ts'
import type { DeliveryArrivals, NewDelivery } from '../webhooks/delivery-queue.ts'
import { webhookBody } from '../webhooks/event.ts'
import type { Answer, Usage } from './answer.ts'
import type { DialogueProgress } from './progress.ts'

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

/** The lock of claims, which services share. Those of earlier versions hold it alone, because they lock no dialogues. */
const claimLock = 1_396_920_152

/** How many to claim, and which bots to skip. */
interface Which {
  readonly maxRows: number
  readonly busyBots?: readonly string[]
}

/** The result of a claim. */
interface Claimed {
  /** The oldest first. */
  readonly completions: readonly Completion[]
  /** Whether something was skipped because a row was locked: it may still be waiting. */
  readonly isSkipping: boolean
}

/**
 * Claims the oldest waiting completions, at most `maxRows`; none of a dialogue that a service is working on, and none of
 * `busyBots`. Services that share a database claim at the same time, but not in the same dialogue: otherwise one could
 * take a dialogue's second message before its first.
 */
export async function claimCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { isShared, ...which }: Which & { readonly isShared: boolean },
): Promise<Claimed> {
  // In a single service, the statement suffices. In the embedded database, a transaction takes three times as long.
  if (!isShared) return claim(kysely, owner, which)
  return kysely.transaction().execute(async transaction => {
    const dialogues = await lockDialogues(transaction, which)
    const locked = dialogues.flatMap(({ locked }) => locked ?? [])
    // A new statement sees what was committed before the locks were taken.
    const { completions, isSkipping } = await claim(transaction, owner, { ...which, locked })
    return { completions, isSkipping: isSkipping || locked.length < dialogues.length }
  })
}

/** The dialogues of the oldest waiting completions, and whether this transaction has locked them. */
async function lockDialogues(transaction: Transaction<Tables>, which: Which) {
  const { rows } = await sql<{ locked: string | null }>`
    with gate as materialized (
      select pg_advisory_xact_lock_shared(${sql.lit(claimLock)})
    ), waiting as materialized (
      select distinct dialogue_id as id from ${waitingCompletions(transaction, which)} oldest
      where dialogue_id is not null
    ), locked as materialized (
      select id from dialogues where id in (select id from waiting) order by id for no key update skip locked
    )
    select locked.id as locked from gate, waiting left join locked on locked.id = waiting.id
  `.execute(transaction)
  return rows
}

/**
 * Claims completions without a dialogue, and those of the locked dialogues; by default of all. A service that releases
 * the work of another one may hold a row for a moment: the later messages of its dialogue wait, too.
 */
async function claim(
  kysely: Kysely<Tables>,
  owner: number,
  { locked, ...which }: Which & { readonly locked?: readonly string[] },
): Promise<Claimed> {
  const rows = await kysely
    .with('waiting', query =>
      waitingCompletions(query, which).$if(locked !== undefined, waiting =>
        waiting.where(sql<boolean>`(waiting.dialogue_id is null or waiting.dialogue_id = any(${locked}::uuid[]))`),
      ),
    )
    // Rows locked in a WITH are selected once; with a plain subquery the planner may select again and exceed the limit.
    .with('free', query =>
      query
        .selectFrom('completions')
        .select('id')
        .where('id', 'in', ({ selectFrom }) => selectFrom('waiting').select('id'))
        // Checked again once the row is locked: it may have changed since it was read.
        .where('status', 'in', ['PENDING', 'PROCESSING'])
        .where('owner', 'is', null)
        .forUpdate()
        .skipLocked(),
    )
    .with('claimed', query =>
      query
        .updateTable('completions')
        .from('free')
        .set({ owner, status: 'PROCESSING', attempts: sql`attempts + 1` })
        .whereRef('completions.id', '=', 'free.id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('waiting as earlier')
                .select('earlier.id')
                .whereRef('earlier.dialogue_id', '=', 'completions.dialogue_id')
                .whereRef('earlier.sequence', '<', 'completions.sequence')
                .where('earlier.id', 'not in', selectFrom('free').select('id')),
            ),
          ),
        )
        .returningAll('completions'),
    )
    .selectFrom('waiting')
    .leftJoin('claimed', 'claimed.id', 'waiting.id')
    .selectAll('claimed')
    .execute()
  const completions = rows.filter((row): row is Completion => row.id !== null)
  return {
    completions: completions.sort((a, b) => a.sequence - b.sequence),
    isSkipping: completions.length < rows.length,
  }
}

/** The oldest completions that no service works on, nor on another one of their dialogue. */
function waitingCompletions(kysely: Pick<Kysely<Tables>, 'selectFrom'>, { maxRows, busyBots = [] }: Which) {
  return kysely
    .selectFrom('completions as waiting')
    .select(['waiting.id', 'waiting.dialogue_id', 'waiting.sequence'])
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
    .limit(maxRows)
}

/** Releases claimed completions, `except` those in progress. Only attempts at the `failed` ones count. */
export async function releaseCompletions(
  kysely: Kysely<Tables>,
  owner: number,
  { except, failed }: { readonly except: readonly string[]; readonly failed: readonly string[] },
): Promise<void> {
  await kysely
    .updateTable('completions')
    .set({ owner: null, attempts: sql`attempts - (id <> all(${failed}::uuid[]))::integer` })
    .where('owner', '=', owner)
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .$if(except.length > 0, rows => rows.where('id', 'not in', except))
    .execute()
}

/** A completion with its final result. */
export interface CompletionResult {
  readonly completion: Completion
  readonly bot: Bot
  /** When the bot was read, in milliseconds of the timers. */
  readonly readAt: number
  readonly answer: Answer | { readonly status: 'ERROR'; readonly text: null; readonly progress?: DialogueProgress }
}

/**
 * Records results, dialogues, usages, runs and deliveries with one statement. Returns the ids of the recorded
 * completions: another service may have taken over some in the meantime, and a final result is recorded once.
 */
export async function completeBatch(
  kysely: Kysely<Tables>,
  results: readonly CompletionResult[],
  { now, arrivals }: { readonly now: Date; readonly arrivals: DeliveryArrivals },
): Promise<ReadonlySet<string>> {
  const deliveries = arrivals.claim(results.filter(({ bot }) => bot.webhook_url !== null).map(deliveryOf))
  let recorded: ReadonlySet<string>
  try {
    recorded = await recordResults(kysely, results, { now, deliveries })
  } catch (error) {
    arrivals.abandon(deliveries)
    throw error
  }
  const lost = deliveries.filter(({ completion_id }) => !recorded.has(completion_id))
  if (lost.length > 0) arrivals.abandon(lost)
  arrivals.begin(deliveries.filter(({ completion_id }) => recorded.has(completion_id)))
  return recorded
}

/** One statement is one round trip, so that the locks of rows that all services update are held for a short time. */
async function recordResults(
  kysely: Kysely<Tables>,
  results: readonly CompletionResult[],
  { now, deliveries }: { readonly now: Date; readonly deliveries: readonly NewDelivery[] },
): Promise<ReadonlySet<string>> {
  const byCompletion = new Map(deliveries.map(delivery => [delivery.completion_id, delivery]))
  const rows = results.map(result => resultRow(result, byCompletion.get(result.completion.id)))
  const usages = results.flatMap(toUsages)
  const { rows: recorded } = await sql<{ id: string }>`
    with recorded as (
      update completions c
      set status = r.status, answer = r.answer, tool_calls_count = r.calls, webhook_status = r.webhook, owner = null,
        updated_at = ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r(id uuid, owner integer, attempts integer, status text, answer text, webhook text, calls integer,
          body text, sender integer, sends integer, started uuid)
      where c.id = r.id and c.owner = r.owner and c.attempts = r.attempts
      returning c.id, c.bot_id, r.body, r.sender, r.sends, r.started
    ), used as (
      insert into token_usages (id, completion_id, type, mode, gpt_model, gpt_version, gpt_version_label, tokens_used,
        source, created_at)
      select u.id, u.completion, u.type, u.mode, u.model, u.version, u.version, u.tokens, u.source, ${now}
      from json_to_recordset(${JSON.stringify(usages)}::json)
        as u(id uuid, completion uuid, type text, mode text, model text, version text, tokens integer, source text)
      join recorded on recorded.id = u.completion
    ), sent as (
      insert into deliveries (completion_id, bot_id, body, attempts, owner, due_at, scheduled_at)
      select id, bot_id, body, sends, sender, ${now}, ${now} from recorded where body is not null
    )${recordDialogues(results, now)}${countRuns(results)}
    select id from recorded
  `.execute(kysely)
  return new Set(recorded.map(({ id }) => id))
}

// Rows are written without spreads: Node 20 takes kilobytes for an object that grows field by field.
function resultRow({ completion, bot, answer }: CompletionResult, delivery: NewDelivery | undefined) {
  return {
    id: completion.id,
    owner: completion.owner,
    attempts: completion.attempts,
    status: answer.status,
    answer: answer.text,
    webhook: bot.webhook_url === null ? 'NONE' : 'PENDING',
    calls: 'toolCalls' in answer ? (answer.toolCalls ?? 0) : 0,
    body: delivery?.body,
    sender: delivery?.owner,
    sends: delivery?.attempts,
    started: startedBy(answer),
  }
}

/** The id of the scenario that a message started. */
function startedBy(answer: CompletionResult['answer']): string | undefined {
  return 'started' in answer && typeof answer.started === 'string' ? answer.started : undefined
}

/** Of several messages of one dialogue, the last determines its state. */
function recordDialogues(results: readonly CompletionResult[], now: Date): RawBuilder<unknown> {
  const latest = new Map(
    results.flatMap(({ completion: { id, dialogue_id }, answer: { progress } }) =>
      dialogue_id === null || progress === undefined
        ? []
        : [[dialogue_id, { id: dialogue_id, completion: id, ...progress }] as const],
    ),
  )
  if (latest.size === 0) return sql``
  return sql`, continued as (
      update dialogues d
      set customer_messages = p.customer_messages, successful_messages = p.successful_messages,
        clarification_attempted = p.clarification_attempted, is_active = p.is_active, memory = p.memory,
        updated_at = ${now}
      from json_to_recordset(${JSON.stringify([...latest.values()])}::json)
        as p(id uuid, completion uuid, customer_messages integer, successful_messages integer,
          clarification_attempted boolean, is_active boolean, memory json)
      where d.id = p.id and d.deleted_at is null and exists (select from recorded where recorded.id = p.completion)
    )`
}

/** Scenarios are locked in a fixed order, to avoid deadlocks between services. */
function countRuns(results: readonly CompletionResult[]): RawBuilder<unknown> {
  if (results.every(({ answer }) => startedBy(answer) === undefined)) return sql``
  return sql`, started as (
      select started as id, count(*) as count from recorded where started is not null group by started
    ), locked as (
      select id from scenarios where id in (select id from started) order by id for no key update
    ), counted as (
      update scenarios s set runs = s.runs + started.count
      from started join locked on locked.id = started.id
      where s.id = started.id
    )`
}

/** A result without a model gets one record of zero tokens. */
function toUsages({ completion, bot, answer }: CompletionResult) {
  const used = 'usages' in answer ? answer.usages : undefined
  const none: Usage = { type: 'REGULAR', source: 'LOCAL', version: bot.gpt_version ?? '', tokens: 0 }
  return (used ?? [none]).map(({ type, source, version, tokens }) => ({
    id: randomUUID(),
    completion: completion.id,
    mode: completion.mode,
    model: bot.gpt_model,
    type,
    version,
    tokens,
    source,
  }))
}

function deliveryOf({ completion, bot, readAt, answer: { status, text } }: CompletionResult): NewDelivery {
  return {
    completion_id: completion.id,
    bot_id: bot.id,
    account_id: bot.account_id,
    body: webhookBody({ completion, status, text }),
    sequence: completion.sequence,
    webhook_url: bot.webhook_url,
    webhook_secret: bot.webhook_secret,
    traceparent: completion.traceparent,
    attempts: 0,
    owner: null,
    readAt,
  }
}
