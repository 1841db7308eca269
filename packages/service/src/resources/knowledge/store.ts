import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { noId } from '../../database/identifiers.ts'
import { type OrderedPageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import type { Infer } from '../../http/schema.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import { toBotRecord } from '../bots/record.ts'
import { requireRecord } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import { containsPattern } from '../listing.ts'
import { contentHash, cutContent } from './content.ts'
import {
  type fullKnowledgeRecord,
  type knowledgeChange,
  type knowledgeRecord,
  type newKnowledge,
  newKnowledgeDefaults,
} from './schema.ts'
import type { Knowledge, KnowledgeGroup } from './table.ts'
import { lockKnowledge, writeKnowledge } from './write.ts'

/** The document of that id, of a bot of the account. Rejects with an HttpError: 404 if there is none, else 403. */
export function requireKnowledge(
  id: string,
  account: Account,
  service: ServiceContext,
): Promise<{ readonly record: Knowledge; readonly bot: Bot }> {
  return requireRecord(id, account, service, {
    name: 'document',
    find: known => queryOf(known, service.kysely).executeTakeFirst(),
  })
}

/** The current document after its bot's knowledge was locked. Rejects with an HttpError 404. */
export async function currentKnowledge(
  { id }: Pick<Knowledge, 'id'>,
  transaction: Transaction<Tables>,
): Promise<Knowledge> {
  const current = await queryOf(id, transaction).executeTakeFirst()
  if (current === undefined) throw notFound('document', id)
  return current
}

function queryOf(id: string, kysely: Kysely<Tables>) {
  return kysely.selectFrom('knowledges').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
}

/** The outcome for a document: added, there already as sent, or with another description or another content. */
export interface AddedKnowledge {
  readonly outcome: 'added' | 'unchanged' | 'redescribed' | 'replaced'
  /** Whether the bot had the document, or another one of the same content. */
  readonly isKnown: boolean
  readonly row: Knowledge
}

interface AddOptions {
  readonly bot: Bot
  readonly group: KnowledgeGroup
  readonly kysely: Kysely<Tables>
  readonly slicer: TimeSlicer
  readonly now: Date
  /** Runs what adds documents or bytes; rejects if the account may have no more. */
  readonly adding?: Adding
}

type Adding = <Value>(
  added: { readonly documents: number; readonly mayGrow: number },
  add: (grown: (bytes: number) => void) => Promise<Value>,
) => Promise<Value>

/** The stored size of a document's content, in bytes: as the database has compressed it. */
async function storedSize(transaction: Transaction<Tables>, id: string): Promise<number> {
  const row = await transaction
    .selectFrom('knowledges')
    .select(sql<number>`pg_column_size(content)::float8`.as('bytes'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/**
 * Adds a document to a bot's knowledge, or replaces the fields of the document with the same identity: its
 * `document_id`, or its content among the documents without an id.
 */
export async function addKnowledge(
  { bot_unique_id: _bot, knowledge_group_unique_id: _group, ...fields }: Infer<typeof newKnowledge>,
  { bot, group, kysely, slicer, now, adding = (_, add) => add(() => {}) }: AddOptions,
): Promise<AddedKnowledge> {
  const hash_sum = contentHash(fields.content)
  const sent = { ...newKnowledgeDefaults, ...fields, hash_sum, group_id: group.id }
  const before = await findNamed(kysely, bot, sent)
  if (before !== undefined && isAsSent(before, sent)) return { outcome: 'unchanged', isKnown: true, row: before }
  // Cut before the lock, which others wait for.
  const chunks = before?.hash_sum === hash_sum ? undefined : await cutContent(sent.content, slicer)
  const write = async (transaction: Transaction<Tables>, grown: (bytes: number) => void): Promise<AddedKnowledge> => {
    await lockKnowledge(transaction, bot.id)
    const found = await findNamed(transaction, bot, sent)
    if (found !== undefined && isAsSent(found, sent)) return { outcome: 'unchanged', isKnown: true, row: found }
    const isSameContent = found?.hash_sum === hash_sum
    const isKnown = found !== undefined || (await hasContent(transaction, bot, hash_sum))
    const row = {
      ...sent,
      // The passages were cut from the content that is kept.
      content: isSameContent ? found.content : sent.content,
      id: found?.id ?? randomUUID(),
      bot_id: bot.id,
      deleted_at: null,
      created_at: found?.created_at ?? now,
      updated_at: now,
    }
    const passages = isSameContent ? undefined : (chunks ?? (await cutContent(sent.content, slicer)))
    return {
      outcome: found === undefined ? 'added' : isSameContent ? 'redescribed' : 'replaced',
      isKnown,
      row: await writeMeasured(transaction, { row, passages, grown }),
    }
  }
  // Counted before the transaction: the embedded database has one connection.
  const added = { documents: before === undefined ? 1 : 0, mayGrow: Buffer.byteLength(sent.content) }
  return adding(added, grown => {
    return kysely.transaction().execute(transaction => write(transaction, grown))
  })
}

interface Writing {
  readonly row: Parameters<typeof writeKnowledge>[1]
  readonly passages: Parameters<typeof writeKnowledge>[2]
  readonly grown: (bytes: number) => void
}

/** Writes a document, and counts by how much its stored content has grown. */
async function writeMeasured(transaction: Transaction<Tables>, { row, passages, grown }: Writing): Promise<Knowledge> {
  const sizeBefore = passages === undefined ? 0 : await storedSize(transaction, row.id)
  const written = await writeKnowledge(transaction, row, passages)
  if (passages !== undefined) grown((await storedSize(transaction, row.id)) - sizeBefore)
  return written
}

/** The document with that document_id; for an empty one, the document without an id that has that content. */
function findNamed(
  kysely: Kysely<Tables>,
  bot: Bot,
  { hash_sum, document_id }: Pick<Knowledge, 'hash_sum' | 'document_id'>,
): Promise<Knowledge | undefined> {
  return kysely
    .selectFrom('knowledges')
    .selectAll()
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .where('document_id', '=', document_id)
    .$if(document_id === '', rows => rows.where('hash_sum', '=', hash_sum).orderBy('sequence'))
    .limit(1)
    .executeTakeFirst()
}

async function hasContent(kysely: Kysely<Tables>, bot: Bot, hash_sum: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('knowledges')
    .select('id')
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .where('hash_sum', '=', hash_sum)
    .executeTakeFirst()
  return found !== undefined
}

/** The columns that a sent document describes. Equal contents may differ in their Unicode form. */
const describedColumns = [
  'hash_sum',
  'group_id',
  'name',
  'type',
  'document_id',
  'source',
  'is_private_source',
  'is_indexed',
] as const satisfies readonly (keyof Knowledge)[]

type Described = Pick<Knowledge, (typeof describedColumns)[number]>

/** Whether a document has all that was sent. */
export function isAsSent(row: Described, sent: Described): boolean {
  return describedColumns.every(column => row[column] === sent[column])
}

type Change = Omit<Infer<typeof knowledgeChange>, 'knowledge_group_unique_id'> & { readonly group_id?: string }

/**
 * Changes a document; absent fields do not change, and new content is split again. Rejects with an HttpError: 409 if
 * another document of the bot has that document_id, or both have none and the same content.
 */
export async function changeKnowledge(
  { id, bot_id }: Knowledge,
  change: Change,
  { kysely, clock, slicer, grown }: Pick<ServiceContext, 'kysely' | 'clock' | 'slicer'> & Pick<Writing, 'grown'>,
): Promise<Knowledge> {
  const { content } = change
  const chunks = content === undefined ? undefined : await cutContent(content, slicer)
  return kysely.transaction().execute(async transaction => {
    await lockKnowledge(transaction, bot_id)
    const before = await currentKnowledge({ id }, transaction)
    const row = {
      ...before,
      ...change,
      ...(content !== undefined && { hash_sum: contentHash(content) }),
      updated_at: clock(),
    }
    await requireUnique(transaction, before, row)
    return writeMeasured(transaction, { row, passages: chunks, grown })
  })
}

async function requireUnique(
  transaction: Transaction<Tables>,
  before: Knowledge,
  { document_id, hash_sum }: Pick<Knowledge, 'document_id' | 'hash_sum'>,
): Promise<void> {
  const isRenamed = document_id !== before.document_id
  const isOther = document_id === '' && hash_sum !== before.hash_sum
  if (!isRenamed && !isOther) return
  const other = await transaction
    .selectFrom('knowledges')
    .select('id')
    .where('bot_id', '=', before.bot_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', before.id)
    .where('document_id', '=', document_id)
    .$if(document_id === '', rows => rows.where('hash_sum', '=', hash_sum))
    .executeTakeFirst()
  if (other !== undefined) throw new HttpError(409, `The document "${other.id}" has that document_id or content.`)
}

/** The columns of a document for responses. */
const shownColumns = [
  'id',
  'type',
  'name',
  'hash_sum',
  'document_id',
  'source',
  'is_private_source',
  'is_indexed',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Knowledge)[]

/** A document with the fields that the contract's own responses do not contain. */
export function toFullKnowledgeRecord(row: Knowledge, bot: Bot): Infer<typeof fullKnowledgeRecord> {
  return { ...toKnowledgeRecord(row, bot), knowledge_group_unique_id: row.group_id, content: row.content }
}

/** A document in the form of responses. */
export function toKnowledgeRecord(
  row: Pick<Knowledge, (typeof shownColumns)[number]>,
  bot: Bot,
): Infer<typeof knowledgeRecord> {
  return {
    unique_id: row.id,
    type: row.type,
    name: row.name,
    hash_sum: row.hash_sum,
    document_id: row.document_id,
    source: row.source,
    is_private_source: row.is_private_source,
    is_indexed: row.is_indexed,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    bot: toBotRecord(bot),
  }
}

/** A page of the documents of a bot, or of one of its groups, without their content. */
export function readKnowledgePage(
  kysely: Kysely<Tables>,
  bot: Bot,
  {
    group,
    search = '',
    order_by,
    ...page
  }: OrderedPageRequest & { readonly group: KnowledgeGroup | undefined; readonly search?: string | undefined },
) {
  const documents = kysely
    .selectFrom('knowledges')
    .where('bot_id', '=', bot.id)
    .where('deleted_at', 'is', null)
    .$if(group !== undefined, rows => rows.where('group_id', '=', group?.id ?? noId))
    .$if(search !== '', rows => rows.where('name', '~', containsPattern(search)))
  return readPage(documents, documents.select(shownColumns).orderBy('sequence', order_by), page)
}
