import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Deletes the vectors of a document, or of all documents of a bot. */
export async function deleteVectors(
  transaction: Transaction<Tables>,
  of: { readonly knowledge: string } | { readonly bot: string },
): Promise<void> {
  for (const table of ['embeddings', 'embedded_documents'] as const) {
    await ('bot' in of
      ? transaction.deleteFrom(table).where('bot_id', '=', of.bot)
      : transaction.deleteFrom(table).where('knowledge_id', '=', of.knowledge)
    ).execute()
  }
}

/**
 * Deletes the vectors of the passages that a document will no longer have. Call it before the document is changed. If
 * the vectors belong to an earlier content, all of them are deleted.
 */
export async function deleteRemovedVectors(
  transaction: Transaction<Tables>,
  id: string,
  passages: readonly { readonly text: string }[],
): Promise<void> {
  const document = await transaction
    .selectFrom('embedded_documents')
    .leftJoin('knowledges', 'knowledges.id', 'embedded_documents.knowledge_id')
    .select(['embedded_documents.hash_sum as embedded', 'knowledges.hash_sum as current'])
    .where('knowledge_id', '=', id)
    .where('knowledges.deleted_at', 'is', null)
    .executeTakeFirst()
  if (document === undefined) return
  if (document.embedded !== document.current) return deleteVectors(transaction, { knowledge: id })
  const before = await transaction
    .selectFrom('chunks')
    .select(['position', 'text'])
    .where('knowledge_id', '=', id)
    .execute()
  const kept = new Set(passages.map(({ text }) => text))
  const removed = before.filter(({ text }) => !kept.has(text)).map(({ position }) => position)
  if (removed.length === 0) return
  await transaction.deleteFrom('embeddings').where('knowledge_id', '=', id).where('position', 'in', removed).execute()
}
