import type { Kysely } from 'kysely'
import type { Scan, ScanIssue, Tables } from '../../database/tables.ts'
import type { Infer } from '../../http/schema.ts'
import type { issueRecord, scanJournal, scanJournalQuery, scanRecord } from './schema.ts'

/** A scan as answers show it. */
export function toScanRecord(scan: Scan): Infer<typeof scanRecord> {
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

/** A scan and a page of what it found, in the order of finding; of one bot where `botId` says which. */
export async function readScanJournal(
  kysely: Kysely<Tables>,
  scan: Scan,
  { type, skip, take, botId }: Infer<typeof scanJournalQuery> & { readonly botId?: string },
): Promise<Infer<typeof scanJournal>> {
  const found = kysely
    .selectFrom('scan_issues')
    .where('scan_id', '=', scan.id)
    .$if(type !== undefined, issues => issues.where('type', '=', type ?? 'SEMANTIC_DUPLICATE'))
    .$if(botId !== undefined, issues => issues.where('bot_id', '=', botId ?? ''))
  const issues = await found.selectAll().orderBy('sequence').offset(skip).limit(take).execute()
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { scan: toScanRecord(scan), issues: issues.map(toIssueRecord), meta: { total, skip, take } }
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
