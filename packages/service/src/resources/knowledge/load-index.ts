import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createIndexBuilder, type PassageIndex } from '../../retrieval/passage-index.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Bot } from '../bots/table.ts'

/** The index of a bot, and the rows of its passages. */
export interface LoadedIndex {
  readonly index: PassageIndex
  /** The approximate size in bytes. */
  readonly memory: number
  /** A passage's row in the table, by its position in the index. */
  rowAt(place: number): { readonly knowledge_id: string; readonly position: number }
}

/** The number of passages read at once. */
const batch = 500
/** The number of passages that are indexed as one step. */
const slice = 25
/** The memory of a document's id and of a passage's row, in bytes. */
const idSize = 100
const placeSize = 16

/** Reads all passages of a bot, in the order of its documents. */
export async function loadIndex(bot: Bot, kysely: Kysely<Tables>, slicer: TimeSlicer): Promise<LoadedIndex> {
  const builder = createIndexBuilder(bot.primary_language, slicer)
  const documents: string[] = []
  const documentOf: number[] = []
  const positions: number[] = []
  for await (const rows of readPassages(kysely, bot.id)) {
    await slicer.run(() => {
      for (const { knowledge_id, position, name, text, vector, is_indexed } of rows) {
        if (documents.at(-1) !== knowledge_id) documents.push(knowledge_id)
        documentOf.push(documents.length - 1)
        positions.push(position)
        builder.add({ name, text, vector: asNumbers(vector), isHidden: !is_indexed })
      }
    })
  }
  const index = await builder.finish()
  return {
    index,
    memory: index.memory + documents.length * idSize + positions.length * placeSize,
    rowAt: place => ({
      knowledge_id: documents[documentOf[place] ?? -1] ?? '',
      position: positions[place] ?? 0,
    }),
  }
}

async function* readPassages(kysely: Kysely<Tables>, botId: string) {
  let after: PassagePlace = firstPlace
  while (true) {
    const rows = await passagesAfter(kysely, botId, { after, most: batch })
      .select(['chunks.text', 'documents.name', 'documents.is_indexed'])
      .execute()
    for (let from = 0; from < rows.length; from += slice) yield rows.slice(from, from + slice)
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return
    after = last
  }
}

/** The stored bytes, as signed bytes. */
function asNumbers(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The position of a passage among all passages of its bot. */
export interface PassagePlace {
  /** The position of its document. */
  readonly sequence: number
  readonly position: number
}

/** Before all passages. */
export const firstPlace: PassagePlace = { sequence: -1, position: -1 }

/** Up to this many passages of a bot's documents after a position, in order. */
export function passagesAfter(
  kysely: Kysely<Tables>,
  botId: string,
  { after: { sequence, position }, most }: { readonly after: PassagePlace; readonly most: number },
) {
  return (
    kysely
      // A page of documents with passages; otherwise each batch would sort all passages of the bot.
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
          // One more, because all passages of the first may already have been read.
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
