import { type Insertable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import { deleteRemovedVectors, deleteVectors } from '../embeddings/delete-vectors.ts'
import type { Chunk } from './content.ts'
import type { Knowledge, KnowledgeTable } from './table.ts'

/** The maximum number of passages per bot, because the search index is in memory. */
const maxChunks = 100_000
/** The number of rows per statement. */
const batch = 500

/**
 * Writes a new or changed document, and with `chunks` also replaces its passages; marks the bot's knowledge as changed.
 * Pass `chunks` whenever the content changes. Rejects with an HttpError 400 if the bot's documents would have too many
 * passages.
 */
export async function writeKnowledge(
  transaction: Transaction<Tables>,
  row: Insertable<KnowledgeTable>,
  chunks?: readonly Chunk[],
): Promise<Knowledge> {
  await touchKnowledge(transaction, row.bot_id)
  const { id, sequence: _sequence, ...fields } = row
  if (chunks !== undefined) await deleteRemovedVectors(transaction, id, chunks)
  const written = await transaction
    .insertInto('knowledges')
    .values({ id, ...fields })
    .onConflict(conflict => conflict.column('id').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (chunks !== undefined) await writeChunks(transaction, written, chunks)
  return written
}

/** Deletes a document, whose record is kept, and its passages. */
export async function removeKnowledge(
  transaction: Transaction<Tables>,
  { id, bot_id }: Pick<Knowledge, 'id' | 'bot_id'>,
  now: Date,
): Promise<void> {
  await touchKnowledge(transaction, bot_id)
  await transaction.updateTable('knowledges').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
  await transaction.deleteFrom('chunks').where('knowledge_id', '=', id).execute()
  await deleteVectors(transaction, { knowledge: id })
}

/**
 * Serializes changes of a bot's knowledge until the transaction ends. Call it before reading any document. Rows that
 * refer to the bot can still be written meanwhile.
 */
export async function lockKnowledge(transaction: Transaction<Tables>, botId: string): Promise<void> {
  await transaction.selectFrom('bots').select('id').where('id', '=', botId).forNoKeyUpdate().execute()
}

/** Marks the bot's knowledge as changed. */
export async function touchKnowledge(transaction: Transaction<Tables>, botId: string): Promise<void> {
  await transaction
    .updateTable('bots')
    .set({ knowledge_revision: sql`knowledge_revision + 1` })
    .where('id', '=', botId)
    .execute()
}

async function writeChunks(
  transaction: Transaction<Tables>,
  { id, bot_id }: Pick<Knowledge, 'id' | 'bot_id'>,
  chunks: readonly Chunk[],
): Promise<void> {
  await transaction.deleteFrom('chunks').where('knowledge_id', '=', id).execute()
  await requireRoom(transaction, bot_id, chunks.length)
  for (let from = 0; from < chunks.length; from += batch) {
    const rows = chunks.slice(from, from + batch).map(({ text, vector }, at) => ({
      knowledge_id: id,
      position: from + at,
      bot_id,
      text,
      vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    }))
    await transaction.insertInto('chunks').values(rows).execute()
  }
}

async function requireRoom(transaction: Transaction<Tables>, botId: string, added: number): Promise<void> {
  if (await hasRoom(transaction, botId, added)) return
  throw new HttpError(400, `The bot's documents would have more than ${maxChunks} passages of up to 800 characters.`)
}

/** Whether a bot may have that many more passages. */
export async function hasRoom(transaction: Transaction<Tables>, botId: string, added: number): Promise<boolean> {
  const { total } = await transaction
    .selectFrom('chunks')
    .where('bot_id', '=', botId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total + added <= maxChunks
}
