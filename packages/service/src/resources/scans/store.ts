import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { noId, readId } from '../../database/identifiers.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError, inaccessible } from '../../http/http-error.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import type { Bot } from '../bots/table.ts'
import type { Scan, ScanIssue } from './table.ts'

/** The account's scan with that id. Rejects with an HttpError: 404 if there is none, 403 for another account's. */
export async function requireScan(
  id: string,
  account: Account,
  { kysely, maskForbidden }: Pick<ServiceContext, 'kysely' | 'maskForbidden'>,
): Promise<Scan> {
  const scan = await kysely
    .selectFrom('scans')
    .selectAll()
    .where('id', '=', readId(id) ?? noId)
    .executeTakeFirst()
  if (scan?.account_id === account.id) return scan
  throw inaccessible('scan', id, scan !== undefined && !maskForbidden)
}

/** A bot that a scan has not finished. */
export interface BotToScan {
  readonly id: string
  readonly sequence: number
  /** Its documents up to this one are done, by its sequence number. */
  readonly after: number
}

/** The bots that are left of a scan, oldest first: the given one, or those that the account had when it began. */
export async function botsOfScan(
  kysely: Kysely<Tables>,
  { account_id, bot_id, started_at, bot_position, document_position }: Scan,
): Promise<readonly BotToScan[]> {
  const bots = kysely
    .selectFrom('bots')
    .select(['id', 'sequence'])
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .where('sequence', document_position === null ? '>' : '>=', bot_position)
  const rows = await (bot_id === null ? bots.where('created_at', '<=', started_at) : bots.where('id', '=', bot_id))
    .orderBy('sequence')
    .execute()
  return rows.map(bot => ({ ...bot, after: bot.sequence === bot_position ? (document_position ?? 0) : 0 }))
}

/** Whether the scan includes this bot. */
export function isOfScan(bot: Bot, { bot_id, account_id, started_at }: Scan): boolean {
  return bot_id === null ? bot.account_id === account_id && bot.created_at <= started_at : bot.id === bot_id
}

/** The maximum number of recorded issues of a scan. */
const maxIssues = 10_000
/** The number of issues per statement, which can have at most 65,535 values. */
const batch = 1000

/** An issue that was found in a bot. */
export type FoundIssue = Pick<ScanIssue, 'bot_id' | 'type' | 'knowledge_id' | 'other_knowledge_id'>

/** The last document that a scan has finished, or the last bot. */
interface ScanPlace {
  readonly bot: BotToScan
  /** By its sequence number; null: all of the bot. */
  readonly document: number | null
}

/** The results of a part of a scan, up to a place from where it continues after an interruption. */
interface ScanProgress {
  readonly place?: ScanPlace
  readonly bots?: number
  readonly knowledges?: number
  readonly pairs?: number
  readonly issues?: readonly FoundIssue[]
}

/** Records the results of a scan. Rejects if the scan no longer belongs to this service. */
export interface ScanRecorder {
  /** The number of issues that can still be recorded. */
  room(): number
  add(progress: ScanProgress, now: Date): Promise<void>
  end(now: Date): Promise<void>
}

/** Claims the oldest waiting scan. */
export function claimScan(kysely: Kysely<Tables>, owner: number): Promise<Scan | undefined> {
  return kysely
    .with('claimed', query =>
      query
        .selectFrom('scans')
        .select('id')
        .where('status', '=', 'RUNNING')
        .where('owner', 'is', null)
        .orderBy('sequence')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('scans')
    .from('claimed')
    .set({ owner, attempts: sql`attempts + 1` })
    .whereRef('scans.id', '=', 'claimed.id')
    .returningAll('scans')
    .executeTakeFirst()
}

/** Releases the scans that this service has claimed; `isCounted`: whether their last attempt counts. */
export async function releaseScans(kysely: Kysely<Tables>, owner: number, isCounted: boolean): Promise<void> {
  await kysely
    .updateTable('scans')
    .set({ owner: null, ...(!isCounted && { attempts: sql`attempts - 1` }) })
    .where('owner', '=', owner)
    .execute()
}

/** Ends a scan that this service has claimed. */
export async function endScan(
  kysely: Kysely<Tables>,
  scan: Scan,
  status: 'COMPLETED' | 'FAILED',
  now: Date,
): Promise<void> {
  await own(kysely, scan).set({ status, owner: null, ended_at: now }).execute()
}

/** Starts recording a scan; removes the results of an earlier attempt that recorded no place. */
export async function beginRecording(kysely: Kysely<Tables>, scan: Scan): Promise<ScanRecorder> {
  const continues = scan.bot_position > 0
  let found = continues ? scan.issues_found : 0
  if (!continues) await removeResults(kysely, scan)
  return {
    room: () => maxIssues - found,
    async add({ place, bots = 0, knowledges = 0, pairs = 0, issues = [] }, now) {
      await kysely.transaction().execute(async transaction => {
        await change(transaction, scan, {
          ...(place && { bot_position: place.bot.sequence, document_position: place.document, attempts: 1 }),
          bot_count: sql<number>`bot_count + ${bots}::integer`,
          total_knowledges_checked: sql<number>`total_knowledges_checked + ${knowledges}::integer`,
          total_pairs_checked: sql<number>`total_pairs_checked + ${pairs}::bigint`,
          issues_found: sql<number>`issues_found + ${issues.length}::integer`,
        })
        const rows = issues.map(issue => ({ ...issue, id: randomUUID(), scan_id: scan.id, created_at: now }))
        for (let from = 0; from < rows.length; from += batch) {
          await transaction
            .insertInto('scan_issues')
            .values(rows.slice(from, from + batch))
            .execute()
        }
      })
      found += issues.length
    },
    end: now => endScan(kysely, scan, 'COMPLETED', now),
  }
}

async function removeResults(kysely: Kysely<Tables>, scan: Scan): Promise<void> {
  await kysely.transaction().execute(async transaction => {
    await change(transaction, scan, {
      bot_count: 0,
      total_knowledges_checked: 0,
      total_pairs_checked: 0,
      issues_found: 0,
    })
    await transaction.deleteFrom('scan_issues').where('scan_id', '=', scan.id).execute()
  })
}

function own(kysely: Kysely<Tables>, { id, owner }: Scan) {
  return kysely.updateTable('scans').where('id', '=', id).where('owner', '=', owner)
}

/** Locks the row of the scan, so that no other service restarts it in the meantime. */
async function change(kysely: Kysely<Tables>, scan: Scan, values: UpdateObject<Tables, 'scans'>) {
  const { numUpdatedRows } = await own(kysely, scan).set(values).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Another service has taken up the scan ${scan.id}.`)
}

/** Adds a running scan. Rejects with an HttpError 409 while a scan of the same kind and bot is running. */
export function addScan(
  kysely: Kysely<Tables>,
  scan: Pick<Scan, 'account_id' | 'bot_id' | 'scope' | 'kind'>,
  started_at: Date,
): Promise<Scan> {
  return kysely.transaction().execute(async transaction => {
    await requireNoneRunning(transaction, scan)
    return transaction
      .insertInto('scans')
      .values({ ...scan, id: randomUUID(), status: 'RUNNING', started_at })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/**
 * Rejects with an HttpError 409 while such a scan is running; until the transaction ends, the account can start no
 * other.
 */
async function requireNoneRunning(
  transaction: Transaction<Tables>,
  { account_id, bot_id, kind }: Pick<Scan, 'account_id' | 'bot_id' | 'kind'>,
): Promise<void> {
  await transaction.selectFrom('accounts').select('id').where('id', '=', account_id).forNoKeyUpdate().execute()
  const same = await transaction
    .selectFrom('scans')
    .select('id')
    .where('account_id', '=', account_id)
    .where('status', '=', 'RUNNING')
    .where('kind', '=', kind)
    .where('bot_id', bot_id === null ? 'is' : '=', bot_id)
    .executeTakeFirst()
  if (same !== undefined) throw new HttpError(409, `The same scan is already running: "${same.id}".`)
}

/** A page of the issues of a scan, oldest first; with `botId`, only those of that bot. */
export function readIssuePage(
  kysely: Kysely<Tables>,
  scan: Scan,
  {
    type,
    botId,
    ...page
  }: PageRequest & { readonly type?: ScanIssue['type'] | undefined; readonly botId?: string | undefined },
) {
  const issues = kysely
    .selectFrom('scan_issues')
    .where('scan_id', '=', scan.id)
    .$if(type !== undefined, some => some.where('type', '=', type ?? 'SEMANTIC_DUPLICATE'))
    .$if(botId !== undefined, some => some.where('bot_id', '=', botId ?? ''))
  return readPage(issues, issues.selectAll().orderBy('sequence'), page)
}
