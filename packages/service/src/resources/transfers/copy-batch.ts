import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Bot } from '../bots/table.ts'
import { groupOfName } from '../knowledge/group-store.ts'
import { isAsSent } from '../knowledge/store.ts'
import type { Knowledge } from '../knowledge/table.ts'
import { hasRoom, lockKnowledge, touchKnowledge } from '../knowledge/write.ts'

/** The maximum numbers of documents and passages that one transaction copies; a single document may have more. */
const maxDocuments = 100
const maxPassages = 1000

/** A document to copy, without its content. */
interface SourceDocument extends Omit<Knowledge, 'content' | 'bot_id' | 'deleted_at' | 'created_at' | 'updated_at'> {
  readonly group_name: string
  readonly passages: number
}

/** Copied documents: the sequence number of the last one, and their ids in the target. */
export interface CopiedBatch {
  readonly position: number
  readonly ids: readonly string[]
}

/**
 * The next documents of a bot after a position that can be copied together: with passages, and each with an identity of
 * its own.
 */
async function nextBatch(
  transaction: Transaction<Tables>,
  source: Bot,
  position: number,
): Promise<readonly SourceDocument[]> {
  const { rows } = await sql<SourceDocument>`
    select d.id, d.sequence, d.group_id, d.name, d.type, d.hash_sum, d.document_id, d.source, d.is_private_source,
      d.is_indexed, g.name as group_name,
      (select count(*)::integer from chunks where chunks.knowledge_id = d.id) as passages
    from knowledges d join knowledge_groups g on g.id = d.group_id
    where d.bot_id = ${source.id} and d.deleted_at is null and d.sequence > ${position}
    order by d.sequence limit ${sql.lit(maxDocuments)}
  `.execute(transaction)
  const known = new Set<string>()
  let passages = 0
  const end = rows.findIndex(document => {
    passages += document.passages
    const isKnown = known.has(identityOf(document))
    known.add(identityOf(document))
    return document.passages === 0 || isKnown || (passages > maxPassages && known.size > 1)
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/** A document of a bot is identified by its `document_id` or, without one, by its content. */
function identityOf({ document_id, hash_sum }: Pick<Knowledge, 'document_id' | 'hash_sum'>): string {
  return document_id === '' ? `content ${hash_sum}` : `document ${document_id}`
}

/** What to copy. */
interface CopyRequest {
  readonly source: Bot
  readonly target: Bot
  /** Only documents after this one, by its sequence number. */
  readonly position: number
  readonly now: Date
}

/**
 * Copies the next documents with their passages inside the database. Undefined, without a change, if the next one cannot
 * be copied like this: there is none, it has no passages, or the target would have too many.
 */
export async function copyBatch(
  transaction: Transaction<Tables>,
  { source, target, position, now }: CopyRequest,
): Promise<CopiedBatch | undefined> {
  // In a fixed order, to avoid deadlocks with a transfer in the opposite direction.
  for (const id of [source.id, target.id].sort()) await lockKnowledge(transaction, id)
  const documents = await nextBatch(transaction, source, position)
  if (documents.length === 0) return undefined
  const added = documents.reduce((sum, { passages }) => sum + passages, 0)
  if (!(await hasRoom(transaction, target.id, added))) return undefined
  const groups = new Map<string, string>()
  for (const { group_name: name } of documents) {
    if (!groups.has(name)) groups.set(name, (await groupOfName(transaction, target, name, now)).id)
  }
  const known = await readKnown(transaction, target, documents)
  const copies = documents.map(document => {
    const sent = { ...document, group_id: groups.get(document.group_name) ?? '' }
    const before = known.get(identityOf(document))
    return {
      source_id: document.id,
      id: before?.id ?? randomUUID(),
      group_id: sent.group_id,
      isNew: before === undefined,
      isChanged: before === undefined || !isAsSent(before, sent),
      isContentNew: before?.hash_sum !== document.hash_sum,
    }
  })
  const changed = copies.filter(({ isChanged }) => isChanged)
  if (changed.length > 0) await writeCopies(transaction, changed, { target, now })
  return { position: documents.at(-1)?.sequence ?? 0, ids: copies.map(({ id }) => id) }
}

/** The documents of the target with the same identities. */
async function readKnown(transaction: Transaction<Tables>, target: Bot, documents: readonly SourceDocument[]) {
  const hashes = documents.filter(({ document_id }) => document_id === '').map(({ hash_sum }) => hash_sum)
  const ids = documents.map(({ document_id }) => document_id).filter(id => id !== '')
  const rows = await transaction
    .selectFrom('knowledges')
    .select(['id', 'hash_sum', 'group_id', 'name', 'type', 'document_id', 'source', 'is_private_source', 'is_indexed'])
    .where('bot_id', '=', target.id)
    .where('deleted_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        ...(ids.length > 0 ? [and([eb('document_id', '<>', ''), eb('document_id', 'in', ids)])] : []),
        ...(hashes.length > 0 ? [and([eb('document_id', '=', ''), eb('hash_sum', 'in', hashes)])] : []),
      ]),
    )
    // Of several with the same content, the oldest.
    .orderBy('sequence', 'desc')
    .execute()
  return new Map(rows.map(row => [identityOf(row), row]))
}

interface Copy {
  readonly source_id: string
  readonly id: string
  readonly group_id: string
  readonly isNew: boolean
  readonly isContentNew: boolean
}

async function writeCopies(
  transaction: Transaction<Tables>,
  copies: readonly Copy[],
  { target, now }: { readonly target: Bot; readonly now: Date },
): Promise<void> {
  await touchKnowledge(transaction, target.id)
  const rows = (some: readonly Copy[]) =>
    sql`json_to_recordset(${JSON.stringify(some)}::json) as c(source_id uuid, id uuid, group_id uuid, "isContentNew" boolean)`
  const known = copies.filter(({ isNew }) => !isNew)
  if (known.length > 0) {
    // The passages were cut from the content that is kept.
    await sql`
      update knowledges k
      set group_id = c.group_id, name = d.name, type = d.type, hash_sum = d.hash_sum, document_id = d.document_id,
        source = d.source, is_private_source = d.is_private_source, is_indexed = d.is_indexed, updated_at = ${now},
        content = case when c."isContentNew" then d.content else k.content end
      from ${rows(known)} join knowledges d on d.id = c.source_id
      where k.id = c.id
    `.execute(transaction)
  }
  await sql`
    insert into knowledges (id, bot_id, group_id, name, type, content, hash_sum, document_id, source, is_private_source,
      is_indexed, created_at, updated_at)
    select c.id, ${target.id}, c.group_id, d.name, d.type, d.content, d.hash_sum, d.document_id, d.source,
      d.is_private_source, d.is_indexed, ${now}, ${now}
    from ${rows(copies.filter(({ isNew }) => isNew))} join knowledges d on d.id = c.source_id
    order by d.sequence
  `.execute(transaction)
  const cut = copies.filter(({ isContentNew }) => isContentNew)
  for (const table of ['embeddings', 'embedded_documents', 'chunks']) {
    await sql`delete from ${sql.table(table)} where knowledge_id in (select id from ${rows(cut)})`.execute(transaction)
  }
  await sql`
    insert into chunks (knowledge_id, position, bot_id, text, vector)
    select c.id, s.position, ${target.id}, s.text, s.vector
    from ${rows(cut)} join chunks s on s.knowledge_id = c.source_id
  `.execute(transaction)
}
