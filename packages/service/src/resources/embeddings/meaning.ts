import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Embeddings, VectorSpace } from '../../providers/embeddings.ts'
import { ProviderFailure } from '../../providers/model.ts'
import type { SemanticCosines } from '../../retrieval/search-passages.ts'
import { createRevisionCache } from '../../runtime/revision-cache.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import { type Timers, valueWithinSecond } from '../../runtime/timers.ts'
import type { Bot } from '../bots/table.ts'
import { maskText, type NamedPassage, passageToEmbed } from './texts.ts'
import { cosinesOf, type IndexedDocuments, type LoadedVectors, loadVectors } from './vectors.ts'

/** The memory limit of all vectors together, in bytes. */
const maxMemory = 256 * 1024 * 1024

/** The result of the comparison of further passages with those of an index. */
interface ComparedPassages {
  /** For each passage of the index, the largest cosine to one of the others. */
  readonly cosines: Float32Array
  readonly tokens: number
  /** The duration of the requests to the provider. */
  readonly ms: number
}

/** Compares questions and passages with the passages of bots by their meaning. Undefined results: the bot has no vectors now. */
export interface Meaning {
  /** `isMasked`: personal data in the question is masked, even if the bot does not require it. */
  ofQuestion(
    bot: Bot,
    question: { readonly text: string; readonly isMasked: boolean },
    indexed: IndexedDocuments,
  ): Promise<SemanticCosines | undefined>
  ofPassages(
    bot: Bot,
    passages: readonly NamedPassage[],
    indexed: IndexedDocuments,
  ): Promise<ComparedPassages | undefined>
}

interface VectorsRequest {
  readonly bot: Bot
  readonly space: VectorSpace
}

interface MeaningDependencies {
  readonly kysely: Kysely<Tables>
  readonly slicer: TimeSlicer
  readonly embeddings: Embeddings
  readonly timers: Timers
}

/** Compares exactly, in this process. The failure of a provider is never an error here. */
export function createMeaning(dependencies: MeaningDependencies): Meaning {
  const { kysely, slicer, embeddings, timers } = dependencies
  const vectorsOf = createRevisionCache<VectorsRequest, LoadedVectors>({
    keyOf: ({ bot, space }) => JSON.stringify([bot.id, space.key, bot.anonymize_pii]),
    revisionOf: ({ bot }) => bot.knowledge_revision + bot.embedding_revision,
    load: ({ bot, space }, former) => loadVectors(bot, { kysely, slicer, space, former }),
    sizeOf: ({ memory }) => memory,
    maxSize: maxMemory,
  })
  /** Undefined if the bot has no vectors. */
  const open = async (bot: Bot, loading: () => Promise<VectorSpace | undefined>) => {
    if (bot.embedding_revision === 0) return undefined
    const space = await loading()
    if (space === undefined) return undefined
    const vectors = await vectorsOf({ bot, space })
    return vectors.documents.size === 0 ? undefined : vectors
  }
  return {
    async ofQuestion(bot, { text, isMasked }, indexed) {
      const model = embeddings.modelOf(bot)
      if (model === undefined) return undefined
      return unlessProviderFails(async () => {
        // A question waits for a short time only.
        const vectors = await open(bot, () => valueWithinSecond(model.space(), timers))
        if (vectors === undefined) return undefined
        const sent = await maskText(text, { ...bot, anonymize_pii: bot.anonymize_pii || isMasked })
        const vector = await model.embedQuestion(sent)
        return { cosines: await slicer.finish(cosinesOf(vectors, indexed, vector)), background: vectors.background }
      })
    },
    async ofPassages(bot, passages, indexed) {
      const model = embeddings.modelOf(bot)
      if (model === undefined || passages.length === 0) return undefined
      return unlessProviderFails(async () => {
        const vectors = await open(bot, () => model.space())
        if (vectors === undefined) return undefined
        const sent: string[] = []
        for (const passage of passages) sent.push((await passageToEmbed(passage, bot)) ?? '')
        const nearest = new Float32Array(indexed.at(-1)?.end ?? 0)
        let [tokens, ms] = [0, 0]
        for (let from = 0; from < sent.length; from += model.batch) {
          const begunAt = timers.now()
          const embedded = await model.embed(sent.slice(from, from + model.batch))
          ms += timers.now() - begunAt
          tokens += embedded.tokens
          for (const vector of embedded.vectors) {
            const cosines = await slicer.finish(cosinesOf(vectors, indexed, vector))
            await slicer.run(() => raise(nearest, cosines))
          }
        }
        return { cosines: nearest, tokens, ms }
      })
    },
  }
}

async function unlessProviderFails<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined
    throw error
  }
}

function raise(nearest: Float32Array, cosines: Float32Array): void {
  for (let place = 0; place < nearest.length; place++) {
    nearest[place] = Math.max(nearest[place] ?? 0, cosines[place] ?? 0)
  }
}
