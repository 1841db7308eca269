import type { Generated, Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

export interface TransferTable extends Sequenced {
  readonly id: string
  readonly source_bot_id: string
  readonly target_bot_id: string
  readonly status: 'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILED'
  /** From 0 to 100. */
  readonly progress: Generated<number>
  /** The sequence number of the last document that was copied. */
  readonly position: Generated<number>
  /** The number of claims without progress. */
  readonly attempts: Generated<number>
  readonly error: string | null
  readonly owner: number | null
  readonly updated_at: Date
}

/** A document that a transfer copied: the target's own. */
export interface TransferItemTable {
  readonly transfer_id: string
  readonly knowledge_id: string
}

/** A transfer of documents from one bot to another. */
export type Transfer = Selectable<TransferTable>
