import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Bot } from '../bots/table.ts'
import { lockKnowledge } from '../knowledge/write.ts'

/** The number of rows per statement. */
const batch = 250

/** A bot with documents. */
export type BotToEmbed = Pick<
  Bot,
  'id' | 'account_id' | 'embedding_version' | 'primary_language' | 'anonymize_pii' | 'knowledge_revision'
>

/** All bots whose knowledge was ever changed, in the order of their ids. */
export function readBotsToEmbed(kysely: Kysely<Tables>): Promise<BotToEmbed[]> {
  return kysely
    .selectFrom('bots')
    .select(['id', 'account_id', 'embedding_version', 'primary_language', 'anonymize_pii', 'knowledge_revision'])
    .where('deleted_at', 'is', null)
    .where('knowledge_revision', '>', 0)
    .orderBy('id')
    .execute()
}

/** A document that was claimed, as it was at that moment. */
export interface ClaimedDocument {
  readonly id: string
  readonly name: string
  readonly hash_sum: string
}

/** Whether the vectors of a document `k` with the state `e` were computed from its current texts for a model. */
export function isCurrent({ anonymize_pii }: Pick<Bot, 'anonymize_pii'>, model: string) {
  return sql<boolean>`(e.model = ${model} and e.is_masked = ${anonymize_pii}
    and e.hash_sum = k.hash_sum and e.name = k.name)`
}

/**
 * Claims documents of a bot without current vectors, the oldest first. `isAll`: no other document of the bot is without
 * vectors, not even one that another service has claimed.
 */
export async function claimDocuments(
  kysely: Kysely<Tables>,
  bot: BotToEmbed,
  { model, owner, maxRows }: { readonly model: string; readonly owner: number; readonly maxRows: number },
): Promise<{ readonly documents: readonly ClaimedDocument[]; readonly isAll: boolean }> {
  const { rows } = await sql<ClaimedDocument & { readonly is_claimed: boolean }>`
    with waiting as (
      select k.id, k.name, k.hash_sum, k.sequence from knowledges k
      left join embedded_documents e on e.knowledge_id = k.id
      where k.bot_id = ${bot.id} and k.deleted_at is null and (e.model is null or not ${isCurrent(bot, model)})
      order by k.sequence limit ${sql.lit(maxRows + 1)}
    ), claimed as (
      insert into embedded_documents as e (knowledge_id, bot_id, model, is_masked, name, hash_sum, owner)
      select id, ${bot.id}, '', false, '', '', ${owner} from waiting order by sequence limit ${sql.lit(maxRows)}
      on conflict (knowledge_id) do update set owner = excluded.owner where e.owner is null
      returning knowledge_id
    )
    select waiting.id, name, hash_sum, waiting.id in (select knowledge_id from claimed) as is_claimed
    from waiting order by sequence
  `.execute(kysely)
  const documents = rows.filter(({ is_claimed }) => is_claimed)
  return { documents, isAll: documents.length === rows.length }
}

/** Releases the claims of a service. */
export async function releaseDocuments(kysely: Kysely<Tables>, owner: number): Promise<void> {
  await kysely.updateTable('embedded_documents').set({ owner: null }).where('owner', '=', owner).execute()
}

/** The passages of a document, in order. */
export function readPassages(kysely: Kysely<Tables>, { id }: Pick<ClaimedDocument, 'id'>) {
  return kysely
    .selectFrom('chunks')
    .select(['position', 'text'])
    .where('knowledge_id', '=', id)
    .orderBy('position')
    .execute()
}

/** Stored vectors of a model for texts with these hashes, in any bot of an account; by hash in hexadecimal digits. */
export async function readKnownVectors(
  kysely: Kysely<Tables>,
  hashes: readonly Buffer[],
  { account, model }: { readonly account: string; readonly model: string },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const known = new Map<string, Uint8Array>()
  for (let from = 0; from < hashes.length; from += batch) {
    const rows = await kysely
      .selectFrom('embeddings')
      .innerJoin('bots', 'bots.id', 'embeddings.bot_id')
      .distinctOn('hash')
      .select(['hash', 'vector'])
      .where('hash', 'in', hashes.slice(from, from + batch))
      .where('model', '=', model)
      .where('account_id', '=', account)
      .where('bots.deleted_at', 'is', null)
      .execute()
    for (const { hash, vector } of rows) known.set(Buffer.from(hash).toString('hex'), vector)
  }
  return known
}

/** The vector of a passage to store. */
export interface NewVector {
  readonly knowledge_id: string
  readonly position: number
  readonly hash: Buffer
  readonly vector: Uint8Array
}

interface Writing {
  readonly bot: BotToEmbed
  readonly model: string
  readonly owner: number
}

/** Stores vectors of documents that a service has claimed; those of a document that was deleted are left out. */
export async function writeVectors(
  kysely: Kysely<Tables>,
  vectors: readonly NewVector[],
  { bot, model, owner }: Writing,
): Promise<void> {
  if (vectors.length === 0) return
  await kysely.transaction().execute(async transaction => {
    const claimed = await lockClaimed(transaction, bot, owner)
    const rows = vectors
      .filter(({ knowledge_id }) => claimed.has(knowledge_id))
      .map(vector => ({ ...vector, bot_id: bot.id, model }))
    for (let from = 0; from < rows.length; from += batch) {
      await transaction
        .insertInto('embeddings')
        .values(rows.slice(from, from + batch))
        .onConflict(conflict =>
          conflict.columns(['knowledge_id', 'position']).doUpdateSet(({ ref }) => ({
            model: ref('excluded.model'),
            hash: ref('excluded.hash'),
            vector: ref('excluded.vector'),
          })),
        )
        .execute()
    }
  })
}

/** A document whose passages were sent, and the positions of those that have a vector. */
export interface EmbeddedDocument extends ClaimedDocument {
  readonly positions: readonly number[]
}

/** Records that documents have vectors, ends their claims, and deletes vectors that they no longer have. */
export async function endDocuments(
  kysely: Kysely<Tables>,
  documents: readonly EmbeddedDocument[],
  { bot, model, owner }: Writing,
): Promise<void> {
  await kysely.transaction().execute(async transaction => {
    const claimed = await lockClaimed(transaction, bot, owner)
    for (const { id, name, hash_sum, positions } of documents) {
      if (!claimed.has(id)) continue
      await transaction
        .deleteFrom('embeddings')
        .where('knowledge_id', '=', id)
        .where(({ eb, not, or }) =>
          or([eb('model', '<>', model), not(eb('position', '=', sql<number>`any(${sql.val(positions)}::integer[])`))]),
        )
        .execute()
      await transaction
        .updateTable('embedded_documents')
        .set({ model, is_masked: bot.anonymize_pii, name, hash_sum, owner: null })
        .where('knowledge_id', '=', id)
        .execute()
    }
    await touchEmbeddings(transaction, bot)
  })
}

/** The ids of the documents of a bot that a service has claimed; they are not deleted until the transaction ends. */
async function lockClaimed(
  transaction: Transaction<Tables>,
  bot: Pick<Bot, 'id'>,
  owner: number,
): Promise<ReadonlySet<string>> {
  await lockKnowledge(transaction, bot.id)
  const rows = await transaction
    .selectFrom('embedded_documents')
    .select('knowledge_id')
    .where('bot_id', '=', bot.id)
    .where('owner', '=', owner)
    .execute()
  return new Set(rows.map(({ knowledge_id }) => knowledge_id))
}

async function touchEmbeddings(transaction: Transaction<Tables>, { id }: Pick<Bot, 'id'>): Promise<void> {
  await transaction
    .updateTable('bots')
    .set({ embedding_revision: sql`embedding_revision + 1` })
    .where('id', '=', id)
    .execute()
}
