import type { Kysely } from 'kysely'
import type { Bot, Tables } from '../database/tables.ts'
import type { InSlices } from '../in-slices.ts'
import { searchPassages } from '../retrieval/search-passages.ts'
import { createIndexCache } from './index-cache.ts'
import { loadIndex } from './load-index.ts'
import type { Passage } from './passage.ts'
import { readPassages } from './read-passages.ts'
import { type SimilarChunk, similarChunks } from './similar-chunks.ts'

/** What the bots know. */
export interface Knowledge {
  /**
   * The passages of a bot's documents that a question is likely to be about, the likeliest first: `take` at the most,
   * and none where nothing has anything in common with the question. The same knowledge gives the same passages.
   */
  search(bot: Bot, query: string, options: { readonly take: number }): Promise<readonly Passage[]>
}

/** The same, whose passages can be compared with others. */
export interface ComparableKnowledge extends Knowledge {
  /** How near each passage of a bot's documents is to the nearest of the vectors, all documents among them. */
  similar(bot: Bot, vectors: readonly Int8Array[]): Promise<readonly SimilarChunk[]>
}

/** What the indexes of all bots may take together, in bytes. */
const mostMemory = 48 * 1024 * 1024

/** Searches in the process itself, so that every database gives the same answers. */
export function createKnowledge(kysely: Kysely<Tables>, inSlices: InSlices): ComparableKnowledge {
  const indexOf = createIndexCache((bot: Bot) => loadIndex(bot, kysely, inSlices), mostMemory)
  return {
    async search(bot, query, { take }) {
      const { index, rowAt } = await indexOf(bot)
      const hits = await searchPassages(index, query, { take, inSlices })
      return readPassages(
        kysely,
        hits.map(({ place, score }) => ({ ...rowAt(place), score })),
      )
    },
    async similar(bot, vectors) {
      const { index, rowAt } = await indexOf(bot)
      return similarChunks(index, vectors, { rowAt, inSlices })
    },
  }
}
