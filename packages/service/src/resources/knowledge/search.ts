import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { PassageIndex } from '../../retrieval/passage-index.ts'
import { compareAll, searchPassages } from '../../retrieval/search-passages.ts'
import { createRevisionCache } from '../../runtime/revision-cache.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Bot } from '../bots/table.ts'
import type { Meaning } from '../embeddings/meaning.ts'
import type { Chunk } from './content.ts'
import { type LoadedIndex, loadIndex } from './load-index.ts'

/** A part of a document in a bot's knowledge base that a search found. */
export interface Passage {
  readonly knowledge_id: string
  /** The name of the document. */
  readonly name: string
  /** The origin of the document; empty if unknown. */
  readonly source: string
  /** The source must not be shown to customers, but the text may. */
  readonly is_private_source: boolean
  readonly text: string
  /** The confidence that the passage answers the question, from 0 to 1. */
  readonly score: number
}

/** The location of a passage, and its confidence. */
interface FoundRow {
  readonly knowledge_id: string
  readonly position: number
  readonly score: number
}

/** Options of a search. */
interface SearchOptions {
  readonly take: number
  /** Whether personal data in the question is masked for a provider of embeddings, even if the bot does not require it. */
  readonly isMasked?: boolean
}

/** Searches the knowledge bases of bots. */
export interface KnowledgeSearch {
  /**
   * The passages of a bot's documents that probably answer a question, the most likely first: at most `take`, and none
   * that has nothing in common with the question. Of documents with the same name and text, only one is returned.
   * Deterministic.
   */
  search(bot: Bot, query: string, options: SearchOptions): Promise<readonly Passage[]>
}

/** The same, with passages whose vectors can be compared. */
export interface ComparableKnowledgeSearch extends KnowledgeSearch {
  /** The similarity of each passage of a bot's documents to the nearest passage of a further document. */
  similar(bot: Bot, document: { readonly name: string; readonly chunks: readonly Chunk[] }): Promise<SimilarChunks>
}

/** The result of a comparison of passages. */
interface SimilarChunks {
  /** All passages of the bot, in the order of its documents. */
  readonly chunks: readonly SimilarChunk[]
  /** How many tokens the provider of embeddings counted; 0 without one. */
  readonly tokens: number
  /** The duration of the requests to it. */
  readonly ms: number
}

/** The memory limit of all indexes together, in bytes. */
const maxMemory = 48 * 1024 * 1024

/** A search looks for this many times the passages that it returns, because some may be copies. */
const copiesExpected = 3

/**
 * Searches in the process itself, so that the results do not depend on the database: by words, and with `meaning` also by
 * the vectors of a provider.
 */
export function createKnowledgeSearch(
  kysely: Kysely<Tables>,
  slicer: TimeSlicer,
  meaning?: Meaning,
): ComparableKnowledgeSearch {
  const indexOf = createRevisionCache<Bot, LoadedIndex>({
    keyOf: ({ id, primary_language }) => `${id}/${primary_language}`,
    revisionOf: ({ knowledge_revision }) => knowledge_revision,
    load: (bot, former) => loadIndex(bot, kysely, slicer, former),
    sizeOf: ({ memory }) => memory,
    maxSize: maxMemory,
  })
  return {
    async search(bot, query, { take, isMasked = false }) {
      const { index, documents, rowAt } = await indexOf(bot)
      const semantic = await meaning?.ofQuestion(bot, { text: query, isMasked }, documents)
      const hits = await searchPassages(index, query, { take: take * copiesExpected, slicer, semantic })
      const found = hits.map(({ place, score }) => ({ ...rowAt(place), score }))
      return withoutCopies(await readPassages(kysely, found)).slice(0, take)
    },
    async similar(bot, document) {
      const { index, documents, rowAt } = await indexOf(bot)
      const compared = spread(document.chunks)
      const vectors = compared.map(({ vector }) => vector)
      const chunks = await similarChunks(index, vectors, { rowAt, slicer })
      const passages = compared.map(({ text }) => ({ name: document.name, text }))
      const byMeaning = await meaning?.ofPassages(bot, passages, documents)
      if (byMeaning === undefined) return { chunks, tokens: 0, ms: 0 }
      const { cosines, tokens, ms } = byMeaning
      return {
        chunks: chunks.map((chunk, place) => ({ ...chunk, score: Math.max(chunk.score, cosines[place] ?? 0) })),
        tokens,
        ms,
      }
    },
  }
}

/** Reads passages, in the given order. Those of documents that were deleted in the meantime are left out. */
async function readPassages(kysely: Kysely<Tables>, found: readonly FoundRow[]): Promise<readonly Passage[]> {
  if (found.length === 0) return []
  const rows = await kysely
    .selectFrom('chunks')
    .innerJoin('knowledges', 'knowledges.id', 'chunks.knowledge_id')
    .select(['chunks.knowledge_id', 'chunks.position', 'chunks.text'])
    .select(['knowledges.name', 'knowledges.source', 'knowledges.is_private_source'])
    .where('knowledges.deleted_at', 'is', null)
    .where('knowledges.is_indexed', '=', true)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('chunks.knowledge_id', 'chunks.position'),
        'in',
        found.map(({ knowledge_id, position }) =>
          tuple(sql<string>`${knowledge_id}::uuid`, sql<number>`${position}::integer`),
        ),
      ),
    )
    .execute()
  const byPlace = new Map(rows.map(row => [keyOf(row), row]))
  return found.flatMap(({ score, ...place }) => {
    const row = byPlace.get(keyOf(place))
    if (row === undefined) return []
    const { position: _position, ...passage } = row
    return [{ ...passage, score }]
  })
}

/** The first of passages with the same name and text: one content may be kept under several document ids. */
function withoutCopies(passages: readonly Passage[]): readonly Passage[] {
  const seen = new Set<string>()
  return passages.filter(({ name, text }) => {
    const key = JSON.stringify([name, text])
    const isCopy = seen.has(key)
    seen.add(key)
    return !isCopy
  })
}

function keyOf({ knowledge_id, position }: { readonly knowledge_id: string; readonly position: number }): string {
  return `${knowledge_id}/${position}`
}

/** A passage, and its similarity as a cosine. */
export interface SimilarChunk {
  readonly knowledge_id: string
  readonly position: number
  readonly score: number
}

/** The maximum number of passages of one text to compare; of more, evenly spaced ones are used. */
const maxCompared = 100

/** All passages of an index in order, each with its largest cosine to one of the vectors. */
async function similarChunks(
  index: PassageIndex,
  vectors: readonly Int8Array[],
  { rowAt, slicer }: Pick<LoadedIndex, 'rowAt'> & { readonly slicer: TimeSlicer },
): Promise<readonly SimilarChunk[]> {
  const nearest = new Float32Array(index.vectors.size)
  for (const vector of vectors) {
    const cosines = await compareAll(index, vector, slicer)
    await slicer.run(() => {
      for (let place = 0; place < nearest.length; place++) {
        nearest[place] = Math.max(nearest[place] ?? 0, cosines[place] ?? 0)
      }
    })
  }
  return slicer.run(() => Array.from(nearest, (score, place) => ({ ...rowAt(place), score })))
}

function spread(chunks: readonly Chunk[]): readonly Chunk[] {
  const step = Math.max(1, chunks.length / maxCompared)
  const count = Math.min(chunks.length, maxCompared)
  return Array.from({ length: count }, (_, at) => chunks[Math.floor(at * step)] ?? []).flat()
}
