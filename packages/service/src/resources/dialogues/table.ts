import type { Dialogue } from '@scenewright/simulator'
import type { Generated, Selectable } from 'kysely'
import type { Deletable, Json, Sequenced } from '../../database/columns.ts'

export interface DialogueTable extends Sequenced, Deletable {
  readonly id: string
  readonly dialogue_id: string
  readonly bot_id: string
  readonly name: string
  readonly message_limit: number
  readonly operator_limit: number | null
  readonly customer_messages: Generated<number>
  readonly successful_messages: Generated<number>
  readonly clarification_attempted: Generated<boolean>
  readonly is_active: Generated<boolean>
  /** The memory of the simulator. */
  readonly memory: Json<Dialogue>
  readonly updated_at: Date
}

/** A dialogue. */
export type DialogueRow = Selectable<DialogueTable>
