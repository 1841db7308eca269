import type { Selectable } from 'kysely'
import type { Sequenced } from '../../database/columns.ts'

/** A text that an account uploaded for use in its completions. */
export interface AttachmentTable extends Sequenced {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly content: string
  /** The size of the content, in bytes of UTF-8. */
  readonly size: number
}

export interface CompletionAttachmentTable {
  readonly completion_id: string
  /** The position in the completion's list. */
  readonly position: number
  readonly attachment_id: string
}

/** A text for use in completions. */
export type Attachment = Selectable<AttachmentTable>
