import type { Kysely } from 'kysely'
import type { Completion, Tables } from '../database/tables.ts'
import type { DialogueProgress } from './progress.ts'

/** Where the dialogues of the completions stand, by their ids. */
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
    .execute()
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}
