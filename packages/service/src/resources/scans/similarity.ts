import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { dimensions } from '../../retrieval/hash-vector.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import { firstPlace, type PassagePlace, passagesAfter } from '../knowledge/load-index.ts'

/** Vectors of signed bytes that can be tested pairwise for similarity. */
interface NearVectors {
  readonly size: number
  add(vector: Int8Array): void
  isNear(one: number, other: number): boolean
}

/** The number of components that are multiplied before checking whether the rest can still reach the threshold. */
const stride = 64

const strides = dimensions / stride

/** Documents with passages of at least this cosine are duplicates. */
const likeFrom = 0.85
/** The number of passages per statement; small, so that the embedded database does not block others for long. */
const batch = 250
/** The number of passages compared with one passage in one step. */
const piece = 2000

/** A document, and the later documents that are similar to it. */
export interface LikeDocuments {
  readonly id: string
  readonly likeIds: readonly string[]
  /** The number of documents it was compared with. */
  readonly compared: number
}

/**
 * Compares every document of a bot with the later ones: two are similar if any two of their passages are. The work
 * grows quadratically with the number of passages; it is done in slices, and ends with the signal.
 */
export async function* scanSimilarity(
  kysely: Kysely<Tables>,
  botId: string,
  { slicer, signal }: { readonly slicer: TimeSlicer; readonly signal: AbortSignal },
): AsyncGenerator<LikeDocuments> {
  const { ids, ends, documentOf, vectors } = await readVectors(kysely, botId)
  let start = 0
  for (const [document, id] of ids.entries()) {
    const end = ends[document] ?? start
    const like = new Set<number>()
    for (let passage = start; passage < end; passage++) {
      for (let from = end; from < vectors.size; from += piece) {
        signal.throwIfAborted()
        const range = { from, to: Math.min(from + piece, vectors.size) }
        await slicer.run(() => compare(vectors, documentOf, { passage, range, like }))
      }
    }
    start = end
    yield { id, likeIds: [...like].flatMap(other => ids[other] ?? []), compared: ids.length - 1 - document }
  }
}

interface Comparison {
  readonly passage: number
  readonly range: { readonly from: number; readonly to: number }
  /** The documents that are known to be similar, which are not compared again. */
  readonly like: Set<number>
}

function compare(vectors: NearVectors, documentOf: Int32Array, { passage, range, like }: Comparison): void {
  for (let other = range.from; other < range.to; other++) {
    const document = documentOf[other] ?? -1
    if (!like.has(document) && vectors.isNear(passage, other)) like.add(document)
  }
}

/** The passages of a bot's documents, document by document. */
async function readVectors(kysely: Kysely<Tables>, botId: string) {
  const ids: string[] = []
  const ends: number[] = []
  const total = await countPassages(kysely, botId)
  const documentOf = new Int32Array(total)
  const vectors = createNearVectors(total, likeFrom)
  let after: PassagePlace | undefined = firstPlace
  while (after !== undefined && vectors.size < total) {
    const most = Math.min(batch, total - vectors.size)
    const rows = await passagesAfter(kysely, botId, { after, most }).execute()
    for (const { knowledge_id, vector } of rows) {
      if (ids.at(-1) !== knowledge_id) ids.push(knowledge_id)
      documentOf[vectors.size] = ids.length - 1
      vectors.add(new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      ends[ids.length - 1] = vectors.size
    }
    after = rows.at(-1)
  }
  return { ids, ends, documentOf, vectors }
}

async function countPassages(kysely: Kysely<Tables>, botId: string): Promise<number> {
  const { total } = await kysely
    .selectFrom('chunks')
    .innerJoin('knowledges', 'knowledges.id', 'chunks.knowledge_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('chunks.bot_id', '=', botId)
    .where('knowledges.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** Pairs whose cosine is at least `threshold` are similar. Memory for `most` vectors is allocated at once. */
export function createNearVectors(most: number, threshold: number): NearVectors {
  const numbers = new Int8Array(most * dimensions)
  /**
   * The length of the rest of each vector, from each stride on: the product of two rests cannot exceed that of their
   * lengths.
   */
  const rests = new Float64Array(most * (strides + 1))
  let size = 0
  return {
    get size() {
      return size
    },
    add(vector) {
      numbers.set(vector, size * dimensions)
      let square = 0
      for (let at = strides - 1; at >= 0; at--) {
        square += dot(vector, vector, { one: at * stride, other: at * stride })
        rests[size * (strides + 1) + at] = Math.sqrt(square)
      }
      size++
    },
    isNear(one, other) {
      const [ofOne, ofOther] = [one * (strides + 1), other * (strides + 1)]
      const needed = threshold * (rests[ofOne] ?? 0) * (rests[ofOther] ?? 0)
      if (needed === 0) return false
      let sum = 0
      for (let at = 0; at < strides; at++) {
        const from = at * stride
        sum += dot(numbers, numbers, { one: one * dimensions + from, other: other * dimensions + from })
        const rest = (rests[ofOne + at + 1] ?? 0) * (rests[ofOther + at + 1] ?? 0)
        // A pair at the threshold must not be lost because of rounding.
        if (sum + rest < needed * (1 - 1e-12)) return false
      }
      return sum >= needed * (1 - 1e-12)
    },
  }
}

function dot(left: Int8Array, right: Int8Array, start: { readonly one: number; readonly other: number }): number {
  const { one, other } = start
  let [first, second] = [0, 0]
  for (let at = 0; at < stride; at += 2) {
    first += (left[one + at] ?? 0) * (right[other + at] ?? 0)
    second += (left[one + at + 1] ?? 0) * (right[other + at + 1] ?? 0)
  }
  return first + second
}
