import { randomUUID } from 'node:crypto'
import { InternalError } from '@scenewright/model'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { noId, readId } from '../../database/identifiers.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Infer } from '../../http/schema.ts'
import type { DataLoaders } from '../../runtime/data-loaders.ts'
import { toBotRecord } from '../bots/record.ts'
import type { Bot } from '../bots/table.ts'
import { lockKnowledge } from '../knowledge/write.ts'
import { containsPattern, createdWithin, type Period } from '../listing.ts'
import type { transferRecord } from './schema.ts'
import type { Transfer } from './table.ts'

/** The source and the target bot. */
type Way = Pick<Transfer, 'source_bot_id' | 'target_bot_id'>

/** Adds a transfer. Rejects with an HttpError 409 while the same one is running, even with concurrent requests. */
export async function addTransfer(kysely: Kysely<Tables>, way: Way, now: Date): Promise<Transfer> {
  return kysely.transaction().execute(async transaction => {
    await requireNoneRunning(transaction, way)
    return transaction
      .insertInto('transfers')
      .values({ ...way, id: randomUUID(), status: 'PENDING', created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** The lock on the target makes others wait until the transaction ends. */
async function requireNoneRunning(
  transaction: Transaction<Tables>,
  { source_bot_id, target_bot_id }: Way,
): Promise<void> {
  await lockKnowledge(transaction, target_bot_id)
  const same = await transaction
    .selectFrom('transfers')
    .select('id')
    .where('source_bot_id', '=', source_bot_id)
    .where('target_bot_id', '=', target_bot_id)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst()
  if (same !== undefined) throw new HttpError(409, `The same transfer is already running: "${same.id}".`)
}

/** The number of documents of a bot, and the size of their contents as the database stores them. */
export function measureDocuments(
  kysely: Kysely<Tables>,
  { id }: Bot,
): Promise<{ readonly documents: number; readonly bytes: number }> {
  return kysely
    .selectFrom('knowledges')
    .select(({ fn }) => fn.countAll<number>().as('documents'))
    .select(sql<number>`coalesce(sum(pg_column_size(content)), 0)::float8`.as('bytes'))
    .where('bot_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Claims the oldest waiting transfer. */
export function claimTransfer(kysely: Kysely<Tables>, owner: number, now: Date): Promise<Transfer | undefined> {
  return kysely
    .with('claimed', query =>
      query
        .selectFrom('transfers')
        .select('id')
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .where('owner', 'is', null)
        .orderBy('sequence')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('transfers')
    .from('claimed')
    .set({ owner, status: 'RUNNING', attempts: sql`attempts + 1`, updated_at: now })
    .whereRef('transfers.id', '=', 'claimed.id')
    .returningAll('transfers')
    .executeTakeFirst()
}

/** Releases the transfers that this service has claimed; `isCounted`: whether their last attempt counts. */
export async function releaseTransfers(kysely: Kysely<Tables>, owner: number, isCounted: boolean): Promise<void> {
  await kysely
    .updateTable('transfers')
    .set({ owner: null, ...(!isCounted && { attempts: sql`greatest(attempts - 1, 0)` }) })
    .where('owner', '=', owner)
    .execute()
}

/** Copied documents: the sequence number of the last one in the source, their ids in the target, and the progress. */
interface CopiedDocuments {
  readonly position: number
  readonly ids: readonly string[]
  readonly progress: number
}

/** Records copied documents, inside a transaction. Rejects if the transfer no longer belongs to this service. */
export async function recordCopied(
  transaction: Kysely<Tables>,
  transfer: Transfer,
  { position, ids, progress }: CopiedDocuments,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await own(transaction, transfer)
    .set({ position, progress, attempts: 0, updated_at: now })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Another service has taken up the transfer ${transfer.id}.`)
  await transaction
    .insertInto('transfer_items')
    .values(ids.map(knowledge_id => ({ transfer_id: transfer.id, knowledge_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Ends a transfer that this service has claimed; it has failed if there is an error. */
export async function endTransfer(
  kysely: Kysely<Tables>,
  transfer: Transfer,
  now: Date,
  error: string | null = null,
): Promise<void> {
  await own(kysely, transfer)
    .set({
      status: error === null ? 'SUCCESS' : 'FAILED',
      error,
      owner: null,
      updated_at: now,
      ...(error === null && { progress: 100 }),
    })
    .execute()
}

function own(kysely: Kysely<Tables>, { id, owner }: Transfer) {
  return kysely.updateTable('transfers').where('id', '=', id).where('owner', '=', owner)
}

/** A transfer in the form of responses, with its bots, including deleted ones. */
export async function readTransferRecord(
  transfer: Transfer,
  loaders: DataLoaders,
): Promise<Infer<typeof transferRecord>> {
  const [source, target] = await Promise.all([
    loaders.recordedBot(transfer.source_bot_id),
    loaders.recordedBot(transfer.target_bot_id),
  ])
  if (source === undefined || target === undefined) {
    throw new InternalError(`A bot of the transfer ${transfer.id} does not exist.`)
  }
  return {
    unique_id: transfer.id,
    status: transfer.status,
    progress: transfer.progress,
    created_at: transfer.created_at.toISOString(),
    updated_at: transfer.updated_at.toISOString(),
    source_bot: toBotRecord(source),
    target_bot: toBotRecord(target),
    error: transfer.error,
  }
}

/** The transfer with that id, of any account. */
export function findTransfer(kysely: Kysely<Tables>, id: string): Promise<Transfer | undefined> {
  return kysely
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', readId(id) ?? noId)
    .executeTakeFirst()
}

/** The filter of a list of transfers to a bot. */
interface TransferFilter extends PageRequest {
  /** A value that no transfer has matches none. */
  readonly status?: string | undefined
  /** Without hyphens. */
  readonly unique_id?: string | undefined
  /** A part of the name or the content of a copied document. */
  readonly search?: string | undefined
  readonly period: Period
}

/** A page of the transfers to a bot, newest first. */
export function readTransferPage(
  kysely: Kysely<Tables>,
  bot: Bot,
  { status, unique_id = '', search = '', period, ...page }: TransferFilter,
) {
  const transfers = kysely
    .selectFrom('transfers')
    .where(createdWithin(period))
    .where('target_bot_id', '=', bot.id)
    .$if(status !== undefined, rows => rows.where(sql<string>`status`, '=', status ?? ''))
    .$if(unique_id !== '', rows => rows.where(withoutHyphens, '=', unique_id.toLowerCase()))
    .$if(search !== '', rows => rows.where(hasCopied(containsPattern(search))))
  return readPage(transfers, transfers.selectAll().orderBy('created_at', 'desc').orderBy('sequence', 'desc'), page)
}

/** The id as 32 hexadecimal digits. */
const withoutHyphens = sql<string>`replace(transfers.id::text, '-', '')`

/** Whether a copied document has the text in its name or content. */
function hasCopied(pattern: string) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'transfers'>) =>
    exists(
      selectFrom('transfer_items')
        .innerJoin('knowledges', 'knowledges.id', 'transfer_items.knowledge_id')
        .select('knowledges.id')
        .whereRef('transfer_items.transfer_id', '=', 'transfers.id')
        .where(({ eb, or }) => or([eb('knowledges.name', '~', pattern), eb('knowledges.content', '~', pattern)])),
    )
}
