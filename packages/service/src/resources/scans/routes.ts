import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { HttpError, notFound } from '../../http/http-error.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Infer } from '../../http/schema.ts'
import { requireBot } from '../bots/store.ts'
import { type issueRecord, newScan, scanJournal, scanJournalQuery, scanRecord } from './schema.ts'
import { addScan, isOfScan, readIssuePage, requireScan } from './store.ts'
import type { Scan, ScanIssue } from './table.ts'

/** A new scan, which runs in the background. */
const startScan = defineRoute({
  name: 'startScan',
  method: 'POST',
  url: '/knowledge-integrity/scans',
  summary: 'Starts a scan of the knowledge of one bot, or of all bots of the account.',
  isLocal: true,
  body: newScan,
  status: 201,
  response: scanRecord,
  errors: [400, 403, 404, 409],
  async handle({ account, body: { scope, kind, bot_unique_id } }, service) {
    if (scope === 'BOT' && bot_unique_id === undefined) {
      throw new HttpError(400, 'The body lacks the field "bot_unique_id", which the scope BOT needs.')
    }
    if (scope !== 'BOT' && bot_unique_id !== undefined) {
      throw new HttpError(400, 'The field "bot_unique_id" is allowed only with the scope BOT.')
    }
    const bot = bot_unique_id === undefined ? undefined : await requireBot(bot_unique_id, account, service)
    const wanted = { account_id: account.id, bot_id: bot?.id ?? null, scope, kind }
    const scan = await addScan(service.kysely, wanted, service.clock())
    service.wake('scans')
    return toScanRecord(scan)
  },
})

/** A scan, and its results so far. */
const readScan = defineRoute({
  name: 'readScan',
  method: 'GET',
  url: '/knowledge-integrity/semantic-duplicates/journal/{scanId}',
  summary: 'Reads a scan and a page of its results.',
  query: scanJournalQuery,
  status: 200,
  response: scanJournal,
  errors: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const scan = await requireScan(parameters.scanId, account, service)
    return readScanJournal(service.kysely, scan, query)
  },
})

/** A scan, and its results so far for one bot. */
const readBotScan = defineRoute({
  name: 'readBotScan',
  method: 'GET',
  url: '/knowledge-integrity/bots/{botUniqueId}/journal/{scanId}',
  summary: 'Reads a scan and a page of its results for one bot.',
  query: scanJournalQuery,
  status: 200,
  response: scanJournal,
  errors: [400, 403, 404],
  async handle({ account, parameters, query }, service) {
    const bot = await requireBot(parameters.botUniqueId, account, service)
    const scan = await requireScan(parameters.scanId, account, service)
    if (!isOfScan(bot, scan)) throw notFound('scan', parameters.scanId)
    return readScanJournal(service.kysely, scan, { ...query, botId: bot.id })
  },
})

/** The operations on integrity scans. */
export const scanRoutes: readonly Route[] = [startScan, readScan, readBotScan]

/** A scan in the form of responses. */
function toScanRecord(scan: Scan): Infer<typeof scanRecord> {
  const { id, scope, kind, status, bot_count, total_knowledges_checked, total_pairs_checked, issues_found } = scan
  return {
    unique_id: id,
    scope,
    kind,
    status,
    bot_count,
    total_knowledges_checked,
    total_pairs_checked,
    issues_found,
    started_at: scan.started_at.toISOString(),
  }
}

/** A scan and a page of its issues, oldest first; with `botId`, only those of that bot. */
async function readScanJournal(
  kysely: Kysely<Tables>,
  scan: Scan,
  query: Infer<typeof scanJournalQuery> & { readonly botId?: string },
): Promise<Infer<typeof scanJournal>> {
  const { rows, meta } = await readIssuePage(kysely, scan, query)
  return { scan: toScanRecord(scan), issues: rows.map(toIssueRecord), meta }
}

function toIssueRecord({
  id,
  type,
  bot_id,
  knowledge_id,
  other_knowledge_id,
  created_at,
}: ScanIssue): Infer<typeof issueRecord> {
  return {
    unique_id: id,
    type,
    created_at: created_at.toISOString(),
    bot_unique_id: bot_id,
    knowledge_unique_id: knowledge_id,
    other_knowledge_unique_id: other_knowledge_id,
  }
}
