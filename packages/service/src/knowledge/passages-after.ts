import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Where a passage stands among all of its bot. */
export interface PassagePlace {
  /** The document's. */
  readonly sequence: number
  readonly position: number
}

/** Before all passages. */
export const firstPlace: PassagePlace = { sequence: -1, position: -1 }

/** Passages of a bot's documents, at most so many, that come after a place, in their order. */
export function passagesAfter(
  kysely: Kysely<Tables>,
  botId: string,
  { after: { sequence, position }, most }: { readonly after: PassagePlace; readonly most: number },
) {
  return (
    kysely
      // A page of documents with passages, or each batch would be sorted out of all passages of the bot.
      .selectFrom(({ selectFrom }) =>
        selectFrom('knowledges')
          .select(['id', 'sequence', 'name', 'is_indexed'])
          .where('bot_id', '=', botId)
          .where('deleted_at', 'is', null)
          .where('sequence', '>=', sequence)
          .where(({ exists, selectFrom: from }) =>
            exists(from('chunks').select('position').whereRef('chunks.knowledge_id', '=', 'knowledges.id')),
          )
          .orderBy('sequence')
          // One more: of the first all passages may have been read.
          .limit(most + 1)
          .as('documents'),
      )
      .innerJoin('chunks', 'chunks.knowledge_id', 'documents.id')
      .select(['chunks.knowledge_id', 'chunks.position', 'chunks.vector', 'documents.sequence'])
      .where(sql<boolean>`(documents.sequence, chunks.position) > (${sequence}::bigint, ${position}::integer)`)
      .orderBy('documents.sequence')
      .orderBy('chunks.position')
      .limit(most)
  )
}
