import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createCoalescer } from '../../runtime/coalescer.ts'
import type { ReadBot } from '../../runtime/data-loaders.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { DialogueTable } from '../dialogues/table.ts'
import { claimKeys, type NewKey, type RememberedRequest } from './idempotency.ts'
import type { Completion, NewCompletion } from './table.ts'

/**
 * A completion that belongs to no dialogue waits for no other one, so the service that stores it can claim it with the
 * same statement. All others, and those that it has no capacity for, are claimed after they were stored.
 */
export interface Arrivals {
  /** Claims new completions; returns them as they are to be stored. Each call is followed by one of the others. */
  claim<New extends NewCompletion & { readonly id: string }>(completions: readonly New[]): readonly New[]
  /** Starts to answer what was stored of them. */
  begin(completions: readonly { readonly id: string }[], stored: readonly StoredCompletion[]): void
  /** The outcome of storing them is unknown. */
  abandon(completions: readonly { readonly id: string }[]): void
}

/** A completion, and its bot as it was read before the completion was stored. */
interface StoredCompletion {
  readonly completion: Completion
  readonly readBot: ReadBot
}

/** A new completion. The database decides nothing but its place among all. */
type CompletionRow = Omit<Completion, 'sequence' | 'answer' | 'tool_calls_count' | 'webhook_status' | 'webhook_error'>

/** A completion to be stored, and the related data. */
interface AcceptedCompletion {
  readonly completion: CompletionRow
  /** Its bot. */
  readonly readBot: ReadBot
  /** The dialogue that it creates. */
  readonly dialogue?: Insertable<DialogueTable>
  readonly attachmentIds?: readonly string[]
  /** At most one request at a time has a key. */
  readonly key?: NewKey
}

/**
 * Stores a completion. Resolves once it is committed: from then on it must not be lost. If there was an earlier request
 * with the same key, nothing is stored, and the earlier request is returned.
 */
export type CompletionAcceptance = (accepted: AcceptedCompletion) => Promise<RememberedRequest | undefined>

/** Stores concurrent completions in one transaction; those that `arrivals` claims are answered at once. */
export function createAcceptance({
  kysely,
  timers,
  arrivals,
}: {
  readonly kysely: Kysely<Tables>
  readonly timers: Timers
  readonly arrivals: Arrivals
}): CompletionAcceptance {
  const accept = async (given: readonly AcceptedCompletion[]) => {
    const completions = arrivals.claim(given.map(({ completion }) => completion))
    const batch = given.map((accepted, at) => ({ ...accepted, completion: completions[at] ?? accepted.completion }))
    try {
      const { stored, earlier } = batch.every(isAlone)
        ? // A single statement is a transaction too, and is cheaper.
          { stored: await insertCompletions(kysely, batch), earlier: new Map<string, RememberedRequest>() }
        : await kysely.transaction().execute(transaction => insertAll(transaction, batch))
      arrivals.begin(completions, stored)
      return completions.map(({ id }) => earlier.get(id))
    } catch (error) {
      arrivals.abandon(completions)
      throw error
    }
  }
  // Without a pace: requests that were authorized together come together, and would divide again.
  return createCoalescer(accept, { maxItems: 100, timers })
}

function isAlone({ dialogue, attachmentIds = [], key }: AcceptedCompletion): boolean {
  return dialogue === undefined && attachmentIds.length === 0 && key === undefined
}

interface StoredBatch {
  readonly stored: readonly StoredCompletion[]
  /** The earlier requests with the same keys, by the ids of the completions that are therefore not stored. */
  readonly earlier: ReadonlyMap<string, RememberedRequest>
}

async function insertAll(transaction: Transaction<Tables>, batch: readonly AcceptedCompletion[]): Promise<StoredBatch> {
  const keys = batch.flatMap(({ key }) => key ?? [])
  const earlier = keys.length === 0 ? new Map<string, RememberedRequest>() : await claimKeys(transaction, keys)
  const fresh = batch.filter(({ completion }) => !earlier.has(completion.id))
  if (fresh.length === 0) return { stored: [], earlier }
  const dialogues = fresh.flatMap(({ dialogue }) => dialogue ?? [])
  if (dialogues.length > 0) await transaction.insertInto('dialogues').values(dialogues).execute()
  const stored = await insertCompletions(transaction, fresh)
  await insertAttachments(transaction, fresh)
  return { stored, earlier }
}

/** The rows are one parameter, so that the text of the statement is the same for any number of them. */
async function insertCompletions(
  kysely: Kysely<Tables>,
  batch: readonly AcceptedCompletion[],
): Promise<StoredCompletion[]> {
  const columns = sql`id, account_id, bot_id, dialogue_id, prompt, system_direct, mode, is_depersonalize, meta, status,
    attempts, owner, traceparent, created_at, updated_at`
  const completions = batch.map(({ completion }) => toCompletion(completion))
  const { rows } = await sql<Pick<Completion, 'id' | 'sequence'>>`
    insert into completions (${columns}) select ${columns}
    from json_to_recordset(${JSON.stringify(completions)}::json)
      as r(id uuid, account_id uuid, bot_id uuid, dialogue_id uuid, prompt text, system_direct text, mode text,
        is_depersonalize boolean, meta text, status text, attempts integer, owner integer, traceparent text,
        created_at timestamptz, updated_at timestamptz)
    returning id, sequence
  `.execute(kysely)
  const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]))
  return batch.flatMap(({ readBot }, at) => {
    const completion = completions[at]
    if (completion === undefined) return []
    const sequence = sequences.get(completion.id)
    return sequence === undefined ? [] : [{ completion: { ...completion, sequence }, readBot }]
  })
}

/**
 * The fields are named one by one, because Node 20 takes kilobytes for an object that grows field by field. The database
 * decides its place.
 */
function toCompletion(row: CompletionRow): Completion {
  return {
    id: row.id,
    account_id: row.account_id,
    bot_id: row.bot_id,
    dialogue_id: row.dialogue_id,
    prompt: row.prompt,
    system_direct: row.system_direct,
    mode: row.mode,
    is_depersonalize: row.is_depersonalize,
    meta: row.meta,
    status: row.status,
    answer: null,
    tool_calls_count: 0,
    webhook_status: 'NONE',
    webhook_error: null,
    attempts: row.attempts,
    owner: row.owner,
    traceparent: row.traceparent,
    created_at: row.created_at,
    updated_at: row.updated_at,
    sequence: 0,
  }
}

async function insertAttachments(transaction: Transaction<Tables>, batch: readonly AcceptedCompletion[]) {
  const rows = batch.flatMap(({ completion, attachmentIds = [] }) =>
    attachmentIds.map((attachment_id, position) => ({ completion_id: completion.id, position, attachment_id })),
  )
  if (rows.length > 0) await transaction.insertInto('completion_attachments').values(rows).execute()
}
