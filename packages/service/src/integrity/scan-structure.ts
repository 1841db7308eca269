import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { FoundIssue } from './scan-store.ts'

/**
 * What the two stores of a bot's knowledge do not have in common: passages whose document is gone (A is the store of
 * the documents), and documents to be searched that have no passages (B is theirs). `most` issues at the most.
 */
export async function scanStructure(
  kysely: Kysely<Tables>,
  botId: string,
  most: number,
): Promise<readonly FoundIssue[]> {
  const withoutDocument = await kysely
    .selectFrom('chunks')
    .leftJoin('knowledges', join =>
      join.onRef('knowledges.id', '=', 'chunks.knowledge_id').on('knowledges.deleted_at', 'is', null),
    )
    .select('chunks.knowledge_id')
    .distinct()
    .where('chunks.bot_id', '=', botId)
    .where('knowledges.id', 'is', null)
    .orderBy('chunks.knowledge_id')
    .limit(most)
    .execute()
  const withoutChunks = await kysely
    .selectFrom('knowledges')
    .select('id as knowledge_id')
    .where('bot_id', '=', botId)
    .where('deleted_at', 'is', null)
    .where('is_indexed', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('chunks').select('position').whereRef('chunks.knowledge_id', '=', 'knowledges.id'))),
    )
    .orderBy('sequence')
    .limit(most)
    .execute()
  return [
    ...withoutDocument.map(({ knowledge_id }) => issue('MISSING_IN_STORE_A', botId, knowledge_id)),
    ...withoutChunks.map(({ knowledge_id }) => issue('MISSING_IN_STORE_B', botId, knowledge_id)),
  ].slice(0, most)
}

function issue(type: FoundIssue['type'], bot_id: string, knowledge_id: string): FoundIssue {
  return { bot_id, type, knowledge_id, other_knowledge_id: null }
}
