import type { Insertable, Kysely, Transaction } from 'kysely'
import { createBatcher } from '../batcher.ts'
import type { DialogueTable, NewCompletion, Tables } from '../database/tables.ts'

/** A completion to be stored, and the dialogue that it begins. */
export interface AcceptedCompletion {
  readonly completion: NewCompletion
  readonly dialogue?: Insertable<DialogueTable>
}

/** Stores completions. Resolves once they are committed: from then on nothing may lose them. */
export type CompletionAcceptance = (accepted: AcceptedCompletion) => Promise<void>

/** Stores what comes at the same time in one transaction, and tells `onAccepted`. */
export function createAcceptance(kysely: Kysely<Tables>, onAccepted: () => void): CompletionAcceptance {
  return createBatcher(async batch => {
    await kysely.transaction().execute(transaction => insert(transaction, batch))
    onAccepted()
    return batch.map(() => undefined)
  }, 100)
}

async function insert(transaction: Transaction<Tables>, batch: readonly AcceptedCompletion[]): Promise<void> {
  const dialogues = batch.flatMap(({ dialogue }) => dialogue ?? [])
  if (dialogues.length > 0) await transaction.insertInto('dialogues').values(dialogues).execute()
  const completions = batch.map(({ completion }) => completion)
  await transaction.insertInto('completions').values(completions).execute()
}
