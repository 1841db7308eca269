import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { createIndexBuilder, type PassageIndex } from '../../retrieval/passage-index.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Bot } from '../bots/table.ts'

/** The index of a bot, and the rows of its passages. */
export interface LoadedIndex {
  readonly index: PassageIndex
  /** In their order. */
  readonly documents: readonly IndexedDocument[]
  /** The approximate size in bytes. */
  readonly memory: number
  /** A passage's row in the table, by its position in the index. */
  rowAt(place: number): { readonly knowledge_id: string; readonly position: number }
}

/** A document with passages. */
interface DocumentVersion {
  readonly id: string
  /** Differs after every change of the document. */
  readonly version: string
  readonly sequence: number
}

interface IndexedDocument extends DocumentVersion {
  /** The positions of its passages in the index: from `first` up to before `end`. */
  readonly first: number
  end: number
}

/** The number of passages read at once. */
const batch = 500
/** The number of passages that are indexed as one step. */
const slice = 25
/** The memory of a document and of a passage's row, in bytes. */
const documentSize = 200
const placeSize = 16
/** A former index is used if at most this many documents have changed, and at most half of them. */
const maxChanged = 1000

/**
 * Reads the passages of a bot, in the order of its documents. With a former index of the bot in the same language, only
 * those of documents that were changed since; the index is the same.
 */
export async function loadIndex(
  bot: Bot,
  kysely: Kysely<Tables>,
  slicer: TimeSlicer,
  former?: LoadedIndex,
): Promise<LoadedIndex> {
  const kept = former && (await findKept(kysely, bot.id, former))
  const builder = createIndexBuilder(bot.primary_language, slicer, kept?.index)
  const documents: IndexedDocument[] = []
  const documentOf: number[] = []
  const positions: number[] = []
  const add = ({ id, version, sequence }: DocumentVersion, position: number) => {
    const last = documents.at(-1)
    const place = positions.push(position)
    if (last?.id === id) last.end = place
    else documents.push({ id, version, sequence, first: place - 1, end: place })
    documentOf.push(documents.length - 1)
  }
  const waiting = kept?.documents.values() ?? [].values()
  let next = waiting.next()
  const keepUntil = (sequence: number) => {
    for (; next.done !== true && next.value.sequence < sequence; next = waiting.next()) {
      for (let place = next.value.first; place < next.value.end; place++) {
        builder.keep(place)
        add(next.value, former?.rowAt(place).position ?? 0)
      }
    }
  }
  for await (const rows of readPassages(kysely, bot.id, kept?.changed)) {
    await slicer.run(() => {
      for (const { knowledge_id: id, position, name, text, vector, is_indexed, version, sequence } of rows) {
        keepUntil(sequence)
        builder.add({ name, text, vector: asNumbers(vector), isHidden: !is_indexed })
        add({ id, version, sequence }, position)
      }
    })
  }
  await slicer.run(() => keepUntil(Number.POSITIVE_INFINITY))
  const index = await builder.finish()
  return {
    index,
    documents,
    memory: index.memory + documents.length * documentSize + positions.length * placeSize,
    rowAt: place => ({
      knowledge_id: documents[documentOf[place] ?? -1]?.id ?? '',
      position: positions[place] ?? 0,
    }),
  }
}

/** The parts of a former index that a new one keeps. */
interface Kept {
  readonly index: PassageIndex
  readonly documents: readonly IndexedDocument[]
  /** The ids of the documents that are not the same. */
  readonly changed: readonly string[]
}

/** Undefined if it is better to build the index anew. */
async function findKept(
  kysely: Kysely<Tables>,
  botId: string,
  { index, documents }: LoadedIndex,
): Promise<Kept | undefined> {
  // A vocabulary only grows: after many changes, most of its words no longer occur.
  if (index.vocabulary.size > index.postings.used * 2 + 1000) return undefined
  const former = new Map(documents.map(document => [document.id, document]))
  const kept: IndexedDocument[] = []
  const changed: string[] = []
  for (const { id, version } of await documentsWithPassages(kysely, botId).execute()) {
    const document = former.get(id)
    if (document?.version === version) kept.push(document)
    else changed.push(id)
  }
  if (changed.length > Math.min(kept.length, maxChanged)) return undefined
  return { index, documents: kept, changed }
}

async function* readPassages(kysely: Kysely<Tables>, botId: string, documents?: readonly string[]) {
  if (documents?.length === 0) return
  let after: PassagePlace = firstPlace
  while (true) {
    const rows = await passagesAfter(kysely, botId, { after, maxRows: batch, documents })
      .select(['chunks.text', 'documents.name', 'documents.is_indexed', 'documents.version'])
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

interface PassagePage {
  readonly after: PassagePlace
  readonly maxRows: number
  /** Only of documents with these ids. */
  readonly documents?: readonly string[] | undefined
}

/** Up to this many passages of a bot's documents after a position, in order. */
export function passagesAfter(
  kysely: Kysely<Tables>,
  botId: string,
  { after: { sequence, position }, maxRows, documents }: PassagePage,
) {
  return (
    kysely
      // A page of documents with passages; otherwise each batch would sort all passages of the bot.
      .selectFrom(
        documentsWithPassages(kysely, botId)
          .select(['name', 'is_indexed'])
          .where('sequence', '>=', sequence)
          .$if(documents !== undefined, rows => rows.where('id', 'in', documents ?? []))
          // One more, because all passages of the first may already have been read.
          .limit(maxRows + 1)
          .as('documents'),
      )
      .innerJoin('chunks', 'chunks.knowledge_id', 'documents.id')
      .select(['chunks.knowledge_id', 'chunks.position', 'chunks.vector', 'documents.sequence'])
      .where(sql<boolean>`(documents.sequence, chunks.position) > (${sequence}::bigint, ${position}::integer)`)
      .orderBy('documents.sequence')
      .orderBy('chunks.position')
      .limit(maxRows)
  )
}

/** The documents of a bot with passages, in order. Every change of a row is by another transaction. */
function documentsWithPassages(kysely: Kysely<Tables>, botId: string) {
  return kysely
    .selectFrom('knowledges')
    .select(['id', 'sequence', sql<string>`xmin::text`.as('version')])
    .where('bot_id', '=', botId)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('chunks').select('position').whereRef('chunks.knowledge_id', '=', 'knowledges.id')),
    )
    .orderBy('sequence')
}
