import type { Dialogue } from '@scenewright/simulator'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Completion } from '../resources/completions/table.ts'

/** The state of a dialogue that answers depend on. */
export interface DialogueProgress {
  readonly operator_limit: number | null
  readonly customer_messages: number
  readonly successful_messages: number
  readonly clarification_attempted: boolean
  readonly is_active: boolean
  readonly memory: Dialogue
}

/** The dialogue with one more message of the customer. */
export function addCustomerMessage(progress: DialogueProgress): DialogueProgress {
  return { ...progress, customer_messages: progress.customer_messages + 1 }
}

/** Whether the dialogue is with an operator, or the last message passes it to one. */
export function belongsToOperator({ is_active, operator_limit, customer_messages }: DialogueProgress): boolean {
  return !is_active || (operator_limit !== null && customer_messages > operator_limit)
}

/** The dialogue after the answer to its last message; `asksBack` if the answer is a question. */
export function addAnswer(progress: DialogueProgress, asksBack: boolean): DialogueProgress {
  return {
    ...progress,
    successful_messages: progress.successful_messages + 1,
    clarification_attempted: progress.clarification_attempted || asksBack,
  }
}

/** The progress of the completions' dialogues, by id. A completion of a deleted one is answered without a dialogue. */
export async function readProgress(
  kysely: Kysely<Tables>,
  completions: readonly Completion[],
): Promise<ReadonlyMap<string, DialogueProgress>> {
  const ids = [...new Set(completions.flatMap(({ dialogue_id }) => dialogue_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('dialogues')
    .select([
      'id',
      'operator_limit',
      'customer_messages',
      'successful_messages',
      'clarification_attempted',
      'is_active',
      'memory',
    ])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}
