import { type Kysely, sql } from 'kysely'
import type { Attachment, Completion, Tables } from '../database/tables.ts'

/** The texts that a completion names, in its order; of each at most its first `most` characters. */
export function readAttachments(
  kysely: Kysely<Tables>,
  completion: Pick<Completion, 'id'>,
  most: number,
): Promise<readonly Pick<Attachment, 'name' | 'content'>[]> {
  return kysely
    .selectFrom('completion_attachments')
    .innerJoin('attachments', 'attachments.id', 'completion_attachments.attachment_id')
    .select('attachments.name')
    .select(sql<string>`left(attachments.content, ${most}::integer)`.as('content'))
    .where('completion_attachments.completion_id', '=', completion.id)
    .orderBy('completion_attachments.position')
    .execute()
}
