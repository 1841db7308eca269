import { toBotRecord } from '../bots/bot-record.ts'
import type { Bot, Knowledge } from '../database/tables.ts'
import type { Infer } from '../schemas/infer.ts'
import type { knowledgeRecord } from '../schemas/knowledge.ts'

/** A document as answers show it. */
export function toKnowledgeRecord(row: Knowledge, bot: Bot): Infer<typeof knowledgeRecord> {
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
