import type { Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

/** A text that an account sent ahead, for its completions to name. */
export interface AttachmentTable extends Sequenced {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly content: string
  /** Of the content, in bytes of UTF-8. */
  readonly size: number
}

export interface CompletionAttachmentTable {
  readonly completion_id: string
  /** The order in which the completion names them. */
  readonly position: number
  readonly attachment_id: string
}

/** A text that completions may name. */
export type Attachment = Selectable<AttachmentTable>
