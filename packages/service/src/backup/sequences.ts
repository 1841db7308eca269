import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { TableShape } from './table-shapes.ts'

/** How far a column has counted. */
export interface SequenceState {
  readonly table: string
  readonly column: string
  readonly last: string
}

/** How far every column that counts by itself has counted. */
export async function readSequences(
  kysely: Kysely<Tables>,
  tables: readonly TableShape[],
): Promise<readonly SequenceState[]> {
  const states: SequenceState[] = []
  for (const { name, columns } of tables) {
    for (const { name: column, sequence } of columns) {
      if (sequence === null) continue
      const { rows } = await sql<{ last: string | null }>`
        select case when is_called then last_value::text end as last from ${sql.raw(sequence)}
      `.execute(kysely)
      const last = rows[0]?.last
      if (typeof last === 'string') states.push({ table: name, column, last })
    }
  }
  return states
}

/** Has the columns go on counting where they were. */
export async function setSequences(kysely: Kysely<Tables>, states: readonly SequenceState[]): Promise<void> {
  for (const { table, column, last } of states) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(kysely)
  }
}
