import { sql, type Transaction } from 'kysely'
import type { Knowledge, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import type { InSlices } from '../in-slices.ts'
import type { Infer } from '../schemas/infer.ts'
import type { knowledgeChange } from '../schemas/knowledge.ts'
import type { ServiceContext } from '../service-context.ts'
import { contentHash } from './content-hash.ts'
import { cutContent } from './cut-content.ts'
import { currentKnowledge } from './own-knowledge.ts'
import { lockKnowledge, writeKnowledge } from './write-knowledge.ts'

type Change = Omit<Infer<typeof knowledgeChange>, 'knowledge_group_unique_id'> & { readonly group_id?: string }

/**
 * Changes a document; what is absent stays, and another content is cut anew. Rejects with a Refusal: 409 where another
 * document of the bot has that document_id or that content.
 */
export async function changeKnowledge(
  { id, bot_id }: Knowledge,
  change: Change,
  { kysely, clock, inSlices }: Pick<ServiceContext, 'kysely' | 'clock'> & { readonly inSlices: InSlices },
): Promise<Knowledge> {
  const { content } = change
  const chunks = content === undefined ? undefined : await cutContent(content, inSlices)
  return kysely.transaction().execute(async transaction => {
    await lockKnowledge(transaction, bot_id)
    const before = await currentKnowledge({ id }, transaction)
    const row = {
      ...before,
      ...change,
      ...(content !== undefined && { hash_sum: contentHash(content) }),
      updated_at: clock(),
    }
    await refuseTaken(transaction, before, row)
    return writeKnowledge(transaction, row, chunks)
  })
}

async function refuseTaken(
  transaction: Transaction<Tables>,
  before: Knowledge,
  { document_id, hash_sum }: Pick<Knowledge, 'document_id' | 'hash_sum'>,
): Promise<void> {
  const isNamed = document_id !== '' && document_id !== before.document_id
  const isOther = hash_sum !== before.hash_sum
  if (!isNamed && !isOther) return
  const other = await transaction
    .selectFrom('knowledges')
    .select('id')
    .where('bot_id', '=', before.bot_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', before.id)
    .where(({ eb, or }) =>
      or([
        isNamed ? eb('document_id', '=', document_id) : sql<boolean>`false`,
        isOther ? eb('hash_sum', '=', hash_sum) : sql<boolean>`false`,
      ]),
    )
    .executeTakeFirst()
  if (other !== undefined) throw new Refusal(409, `The document "${other.id}" has that document_id or content.`)
}
