import type { ColumnType, Generated } from 'kysely'

/** A column with JSON: written as text, so that both drivers write the same; read as the value. */
export type Json<Value> = ColumnType<Value, string, string>

export type OptionalJson<Value> = ColumnType<Value | null, string | null, string | null>

/** Rows in the order of their creation; times alone may be equal. */
export interface Sequenced {
  readonly sequence: Generated<number>
  readonly created_at: Date
}

/** Deleted rows are kept until their content is erased, or as long as others refer to them. Queries must exclude them. */
export interface Deletable {
  readonly deleted_at: Generated<Date | null>
}
