import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createCoalescer } from '../../runtime/coalescer.ts'
import type { Timers } from '../../runtime/timers.ts'
import type { DialogueTable } from '../dialogues/table.ts'
import { claimKeys, type NewKey, type RememberedRequest } from './idempotency.ts'
import type { NewCompletion } from './table.ts'

/** A completion to be stored, and the related data. */
interface AcceptedCompletion {
  readonly completion: NewCompletion & { readonly id: string }
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

/** Stores concurrent completions in one transaction, and calls `onAccepted`. */
export function createAcceptance(
  { kysely, timers }: { readonly kysely: Kysely<Tables>; readonly timers: Timers },
  onAccepted: () => void,
): CompletionAcceptance {
  const accept = async (batch: readonly AcceptedCompletion[]) => {
    const earlier = batch.every(isAlone)
      ? // A single statement is a transaction too, and is cheaper.
        await insertCompletions(kysely, batch).then(() => new Map<string, RememberedRequest>())
      : await kysely.transaction().execute(transaction => insertAll(transaction, batch))
    onAccepted()
    return batch.map(({ completion }) => earlier.get(completion.id))
  }
  return createCoalescer(accept, { most: 100, timers })
}

function isAlone({ dialogue, attachmentIds = [], key }: AcceptedCompletion): boolean {
  return dialogue === undefined && attachmentIds.length === 0 && key === undefined
}

/** The earlier requests with the same keys, by the ids of the completions that are therefore not stored. */
async function insertAll(
  transaction: Transaction<Tables>,
  batch: readonly AcceptedCompletion[],
): Promise<ReadonlyMap<string, RememberedRequest>> {
  const keys = batch.flatMap(({ key }) => key ?? [])
  const earlier = keys.length === 0 ? new Map<string, RememberedRequest>() : await claimKeys(transaction, keys)
  const fresh = batch.filter(({ completion }) => !earlier.has(completion.id))
  if (fresh.length === 0) return earlier
  const dialogues = fresh.flatMap(({ dialogue }) => dialogue ?? [])
  if (dialogues.length > 0) await transaction.insertInto('dialogues').values(dialogues).execute()
  await insertCompletions(transaction, fresh)
  await insertAttachments(transaction, fresh)
  return earlier
}

async function insertCompletions(kysely: Kysely<Tables>, batch: readonly AcceptedCompletion[]): Promise<void> {
  const completions = batch.map(({ completion }) => completion)
  await kysely.insertInto('completions').values(completions).execute()
}

async function insertAttachments(transaction: Transaction<Tables>, batch: readonly AcceptedCompletion[]) {
  const rows = batch.flatMap(({ completion, attachmentIds = [] }) =>
    attachmentIds.map((attachment_id, position) => ({ completion_id: completion.id, position, attachment_id })),
  )
  if (rows.length > 0) await transaction.insertInto('completion_attachments').values(rows).execute()
}
