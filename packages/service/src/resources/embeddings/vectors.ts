import { dot } from '@scenewright/simulator/embeddings'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { VectorSpace } from '../../providers/embeddings.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import type { Bot } from '../bots/table.ts'
import { isCurrent } from './store.ts'

/** The number of rows per statement. */
const batch = 500
/** The number of multiplications as one step. */
const stepSize = 1_000_000
/** The number of passages that are compared with texts about anything. */
const maxSampled = 1000
/** The former vectors are used if at most this many documents have changed. */
const maxChanged = 1000

/** A document whose vectors are in memory. */
interface DocumentVectors {
  /** Differs after every change of its vectors. */
  readonly version: string
  /** By the position of the passage; zeros for a passage without a vector. */
  readonly numbers: Float32Array
}

/** The vectors of a bot's documents from one model. */
export interface LoadedVectors {
  /** The length of a vector. */
  readonly dimensions: number
  readonly documents: ReadonlyMap<string, DocumentVectors>
  /** The typical largest cosine of a text about anything and the passages. */
  readonly background: number
  /** The approximate size in bytes. */
  readonly memory: number
}

/** The stored form of a vector. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Copied, because the bytes may begin at an unaligned offset. */
function numbersOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}

interface LoadOptions {
  readonly kysely: Kysely<Tables>
  readonly slicer: TimeSlicer
  readonly space: VectorSpace
  readonly former: LoadedVectors | undefined
}

/** Reads the current vectors of a bot's documents: those of a former load only if they have changed. */
export async function loadVectors(
  bot: Pick<Bot, 'id' | 'anonymize_pii'>,
  { kysely, slicer, space, former }: LoadOptions,
): Promise<LoadedVectors> {
  const { key: model, dimensions } = space
  const versions = await readVersions(kysely, bot, model)
  const documents = new Map<string, DocumentVectors>()
  const changed = new Map<string, string>()
  for (const { id, version } of versions) {
    const known = former?.documents.get(id)
    if (known?.version === version) documents.set(id, known)
    else changed.set(id, version)
  }
  for await (const { id, vectors } of readVectors(kysely, bot, { model, changed })) {
    const version = changed.get(id)
    if (version !== undefined)
      documents.set(id, { version, numbers: await slicer.run(() => joined(vectors, dimensions)) })
  }
  const memory = [...documents.values()].reduce((sum, { numbers }) => sum + numbers.byteLength + 200, 200)
  const level = await slicer.finish(backgroundLevel([...documents.values()], space))
  return { dimensions, documents, background: level, memory }
}

async function readVersions(kysely: Kysely<Tables>, bot: Pick<Bot, 'id' | 'anonymize_pii'>, model: string) {
  // Every change of a row is by another transaction.
  const { rows } = await sql<{ readonly id: string; readonly version: string }>`
    select e.knowledge_id as id, e.xmin::text as version
    from embedded_documents e join knowledges k on k.id = e.knowledge_id
    where e.bot_id = ${bot.id} and k.deleted_at is null and ${isCurrent(bot, model)}
  `.execute(kysely)
  return rows
}

interface Place {
  readonly knowledge_id: string
  readonly position: number
}

type StoredVector = Place & { readonly vector: Uint8Array }

/** The vectors of documents, document by document. */
async function* readVectors(
  kysely: Kysely<Tables>,
  { id: botId }: Pick<Bot, 'id'>,
  { model, changed }: { readonly model: string; readonly changed: ReadonlyMap<string, string> },
) {
  if (changed.size === 0) return
  let after: Place | undefined
  let vectors: StoredVector[] = []
  while (true) {
    const rows: readonly StoredVector[] = await kysely
      .selectFrom('embeddings')
      .select(['knowledge_id', 'position', 'vector'])
      .where('bot_id', '=', botId)
      .where('model', '=', model)
      .$if(changed.size <= maxChanged, some => some.where('knowledge_id', 'in', [...changed.keys()]))
      .$if(after !== undefined, some =>
        some.where(
          sql<boolean>`(knowledge_id, position) > (${after?.knowledge_id}::uuid, ${after?.position ?? 0}::integer)`,
        ),
      )
      .orderBy('knowledge_id')
      .orderBy('position')
      .limit(batch)
      .execute()
    for (const row of rows) {
      const [first] = vectors
      if (first !== undefined && first.knowledge_id !== row.knowledge_id) {
        yield { id: first.knowledge_id, vectors }
        vectors = []
      }
      vectors.push(row)
    }
    after = rows.at(-1)
    if (rows.length < batch) break
  }
  const [first] = vectors
  if (first !== undefined) yield { id: first.knowledge_id, vectors }
}

/** The vectors of a document in one array, by position. */
function joined(vectors: readonly StoredVector[], dimensions: number): Float32Array {
  const numbers = new Float32Array(((vectors.at(-1)?.position ?? -1) + 1) * dimensions)
  for (const { position, vector } of vectors) {
    const one = numbersOf(vector)
    if (one.length === dimensions) numbers.set(one, position * dimensions)
  }
  return numbers
}

/** The mean of the largest cosines of texts about anything and a sample of the passages. */
export function* backgroundLevel(
  documents: readonly DocumentVectors[],
  { background, dimensions }: VectorSpace,
): Generator<undefined, number> {
  const passages = documents.reduce((sum, { numbers }) => sum + numbers.length / dimensions, 0)
  const step = Math.max(1, Math.ceil(passages / maxSampled))
  const largest = background.map(() => 0)
  let count = 0
  for (const { numbers } of documents) {
    for (let start = 0; start + dimensions <= numbers.length; start += dimensions, count++) {
      if (count % step !== 0) continue
      const passage = numbers.subarray(start, start + dimensions)
      background.forEach((text, at) => {
        largest[at] = Math.max(largest[at] ?? 0, dot(text, passage))
      })
      yield
    }
  }
  return largest.reduce((sum, cosine) => sum + cosine, 0) / largest.length
}

/** Documents of a search index, with the positions of their passages in it: from `first` up to before `end`. */
export type IndexedDocuments = readonly { readonly id: string; readonly first: number; readonly end: number }[]

/** The cosines of a vector and the passages of an index; 0 for a passage without a vector. Works in steps. */
export function* cosinesOf(
  { documents, dimensions }: Pick<LoadedVectors, 'documents' | 'dimensions'>,
  indexed: IndexedDocuments,
  vector: Float32Array,
): Generator<undefined, Float32Array> {
  const cosines = new Float32Array(indexed.at(-1)?.end ?? 0)
  const max = Math.max(1, Math.floor(stepSize / Math.max(1, dimensions)))
  let count = 0
  for (const { id, first, end } of indexed) {
    const numbers = documents.get(id)?.numbers
    if (numbers === undefined) continue
    for (let place = first; place < end; place++) {
      const start = (place - first) * dimensions
      if (start + dimensions > numbers.length) break
      cosines[place] = dot(vector, numbers.subarray(start, start + dimensions))
      count++
      if (count % max === 0) yield
    }
  }
  return cosines
}
