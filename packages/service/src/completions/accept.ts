import type { Insertable, Kysely } from 'kysely'
import { createBatcher } from '../batcher.ts'
import type { DialogueTable, NewCompletion, Tables } from '../database/tables.ts'

/** A completion to be stored, and the dialogue that it begins. */
interface AcceptedCompletion {
  readonly completion: NewCompletion
  readonly dialogue?: Insertable<DialogueTable>
}

/** Stores completions. Resolves once they are committed: from then on nothing may lose them. */
export type CompletionAcceptance = (accepted: AcceptedCompletion) => Promise<void>

/** Stores what comes at the same time in one transaction, and tells `onAccepted`. */
export function createAcceptance(kysely: Kysely<Tables>, onAccepted: () => void): CompletionAcceptance {
  return createBatcher(async batch => {
    const hasDialogues = batch.some(({ dialogue }) => dialogue !== undefined)
    // A statement of its own is a transaction too, and a cheaper one.
    if (hasDialogues) await kysely.transaction().execute(transaction => insert(transaction, batch))
    else await insert(kysely, batch)
    onAccepted()
    return batch.map(() => undefined)
  }, 100)
}

async function insert(kysely: Kysely<Tables>, batch: readonly AcceptedCompletion[]): Promise<void> {
  const dialogues = batch.flatMap(({ dialogue }) => dialogue ?? [])
  if (dialogues.length > 0) await kysely.insertInto('dialogues').values(dialogues).execute()
  const completions = batch.map(({ completion }) => completion)
  await kysely.insertInto('completions').values(completions).execute()
}
