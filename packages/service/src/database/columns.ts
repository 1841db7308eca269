import type { ColumnType, Generated } from 'kysely'

/** A column that holds JSON: written as text, so that both drivers write the same; read as the value. */
export type Json<Value> = ColumnType<Value, string, string>

export type OptionalJson<Value> = ColumnType<Value | null, string | null, string | null>

/** What has the order of its making in it: times alone may be equal. */
export interface Sequenced {
  readonly sequence: Generated<number>
  readonly created_at: Date
}

/** What is deleted stays, for what points to it; whoever looks for such a thing passes it by. */
export interface Deletable {
  readonly deleted_at: Generated<Date | null>
}
