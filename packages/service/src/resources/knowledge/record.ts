import type { Bot, Knowledge } from '../../database/tables.ts'
import type { Infer } from '../../http/schema.ts'
import { toBotRecord } from '../bots/record.ts'
import type { fullKnowledgeRecord, knowledgeRecord } from './schema.ts'

/** The columns of a document that answers show. */
export const shownColumns = [
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

/** A document with what the contract's own answers do not show of it. */
export function toFullKnowledgeRecord(row: Knowledge, bot: Bot): Infer<typeof fullKnowledgeRecord> {
  return { ...toKnowledgeRecord(row, bot), knowledge_group_unique_id: row.group_id, content: row.content }
}

/** A document as answers show it. */
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
