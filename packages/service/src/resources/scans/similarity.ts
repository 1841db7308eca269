import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { dimensions } from '../../retrieval/hash-vector.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import { firstPlace, type PassagePlace, passagesAfter } from '../knowledge/load-index.ts'
import { collectWords, type NearPassages } from './shared-words.ts'

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

/** A document, and the later documents that are similar to it. */
export interface LikeDocuments {
  readonly id: string
  readonly likeIds: readonly string[]
  readonly sequence: number
  /** The number of documents it was compared with. */
  readonly compared: number
  /** The number of pairs of passages in these comparisons. */
  readonly pairs: number
}

/** What a scan compares. */
interface ScannedDocuments {
  /** Only documents after this one are compared with later ones, by its sequence number. */
  readonly after?: number
  readonly slicer: TimeSlicer
  readonly signal: AbortSignal
  /** Called at least once a second. */
  readonly onProgress?: () => void
}

/**
 * Compares every document of a bot with the later ones: two are similar if any two of their passages are. Of many
 * passages, most pairs are ruled out by their words. Works in slices, and ends with the signal.
 */
export async function* scanSimilarity(
  kysely: Kysely<Tables>,
  botId: string,
  { after = 0, slicer, signal, onProgress = () => {} }: ScannedDocuments,
): AsyncGenerator<LikeDocuments> {
  const watched = { signal, onProgress }
  const documents = await readVectors(kysely, botId, onProgress)
  const { ids, sequences, ends } = documents
  const near = await slicer.finish(watchSteps(documents.words.index(), watched))
  for (const [document, id] of ids.entries()) {
    const sequence = sequences[document] ?? 0
    if (sequence <= after) continue
    const like = await slicer.finish(watchSteps(findLike(document, documents, near), watched))
    const [start, end] = [ends[document - 1] ?? 0, ends[document] ?? 0]
    yield {
      id,
      sequence,
      likeIds: [...like].flatMap(other => ids[other] ?? []),
      compared: ids.length - 1 - document,
      pairs: (end - start) * (documents.vectors.size - end),
    }
  }
}

/** The later documents that are similar, in the order of the passages. */
function* findLike(
  document: number,
  { ends, documentOf, vectors }: Pick<PassageVectors, 'ends' | 'documentOf' | 'vectors'>,
  near: NearPassages,
): Generator<undefined, ReadonlySet<number>> {
  const like = new Set<number>()
  const end = ends[document] ?? 0
  for (let passage = ends[document - 1] ?? 0; passage < end; passage++) {
    const found = new Set<number>()
    yield* near.search(passage, end, other => {
      const its = documentOf[other] ?? -1
      if (!like.has(its) && !found.has(its) && vectors.isNear(passage, other)) found.add(its)
    })
    for (const its of [...found].sort((a, b) => a - b)) like.add(its)
    yield
  }
  return like
}

/** Throws soon after the signal. */
function* watchSteps<Result>(
  steps: Generator<undefined, Result>,
  { signal, onProgress }: Pick<Required<ScannedDocuments>, 'signal' | 'onProgress'>,
): Generator<undefined, Result> {
  for (;;) {
    signal.throwIfAborted()
    onProgress()
    const { done, value } = steps.next()
    if (done === true) return value
    yield
  }
}

type PassageVectors = Awaited<ReturnType<typeof readVectors>>

/** The passages of a bot's documents, document by document. */
async function readVectors(kysely: Kysely<Tables>, botId: string, onProgress: () => void) {
  const ids: string[] = []
  const sequences: number[] = []
  const ends: number[] = []
  const total = await countPassages(kysely, botId)
  const documentOf = new Int32Array(total)
  const vectors = createNearVectors(total, likeFrom)
  const words = collectWords()
  let after: PassagePlace | undefined = firstPlace
  while (after !== undefined && vectors.size < total) {
    onProgress()
    const maxRows = Math.min(batch, total - vectors.size)
    const rows = await passagesAfter(kysely, botId, { after, maxRows }).select('chunks.text').execute()
    for (const { knowledge_id, vector, text, sequence } of rows) {
      if (ids.at(-1) !== knowledge_id) {
        ids.push(knowledge_id)
        sequences.push(sequence)
      }
      documentOf[vectors.size] = ids.length - 1
      vectors.add(new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      words.add(text)
      ends[ids.length - 1] = vectors.size
    }
    after = rows.at(-1)
  }
  return { ids, sequences, ends, documentOf, vectors, words }
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

/** Pairs whose cosine is at least `threshold` are similar. Memory for `capacity` vectors is allocated at once. */
export function createNearVectors(capacity: number, threshold: number): NearVectors {
  const numbers = new Int8Array(capacity * dimensions)
  /**
   * The length of the rest of each vector, from each stride on: the product of two rests cannot exceed that of their
   * lengths.
   */
  const rests = new Float64Array(capacity * (strides + 1))
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
