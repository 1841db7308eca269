import { type Insertable, type Kysely, sql } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { readId } from '../../database/identifiers.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError, quoteId } from '../../http/http-error.ts'
import type { Completion } from '../completions/table.ts'
import type { Attachment, AttachmentTable } from './table.ts'

/** The maximum total size of the attachments of one completion, in bytes of UTF-8. */
const maxBytes = 4 * 1024 * 1024

/**
 * The account's attachments with those ids, each once, as the database writes them. Rejects with an HttpError 400 that
 * names the first unknown id, or if they are too large together.
 */
export async function checkAttachments(
  kysely: Kysely<Tables>,
  account: Account,
  ids: readonly string[],
  /** Older ones are about to be deleted. */
  oldest: Date,
): Promise<readonly string[]> {
  const wanted = [...new Set(ids.map(id => readId(id) ?? id))]
  const readable = wanted.filter(id => readId(id) !== undefined)
  if (wanted.length === 0) return []
  const sizes = readable.length === 0 ? new Map<string, number>() : await sizesOf(kysely, account, readable, oldest)
  const unknown = wanted.find(id => !sizes.has(id))
  if (unknown !== undefined) throw new HttpError(400, `The attachment ${quoteId(unknown)} does not exist.`)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total > maxBytes) throw new HttpError(400, `The attachments have ${total} bytes; the maximum is ${maxBytes}.`)
  return wanted
}

async function sizesOf(kysely: Kysely<Tables>, account: Account, ids: readonly string[], oldest: Date) {
  const rows = await kysely
    .selectFrom('attachments')
    .select(['id', 'size'])
    .where('id', 'in', ids)
    .where('account_id', '=', account.id)
    .where('created_at', '>', oldest)
    .execute()
  return new Map(rows.map(({ id, size }) => [id, size]))
}

/** The texts of a completion's attachments, in its order; of each at most its first `maxLength` characters. */
export function readAttachments(
  kysely: Kysely<Tables>,
  completion: Pick<Completion, 'id'>,
  maxLength: number,
): Promise<readonly Pick<Attachment, 'name' | 'content'>[]> {
  return kysely
    .selectFrom('completion_attachments')
    .innerJoin('attachments', 'attachments.id', 'completion_attachments.attachment_id')
    .select('attachments.name')
    .select(sql<string>`left(attachments.content, ${maxLength}::integer)`.as('content'))
    .where('completion_attachments.completion_id', '=', completion.id)
    .orderBy('completion_attachments.position')
    .execute()
}

/** Adds an attachment. */
export async function insertAttachment(kysely: Kysely<Tables>, row: Insertable<AttachmentTable>): Promise<void> {
  await kysely.insertInto('attachments').values(row).execute()
}
