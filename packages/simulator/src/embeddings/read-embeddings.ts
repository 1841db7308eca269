import { isObject } from '@scenewright/model'

/** The vectors of a response, in the order of the texts sent, or the reason why it has none. */
type TextVectors =
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'fault'; readonly fault: string }

/**
 * Reads the body of a response of an OpenAI-compatible endpoint for embeddings. It must contain one finite vector per
 * text, all of the same length: `dimensions`, if given. The order of the vectors is that of their indexes.
 */
export function readEmbeddings(
  body: unknown,
  { count, dimensions }: { readonly count: number; readonly dimensions?: number | undefined },
): TextVectors {
  const items = isObject(body) && Array.isArray(body.data) ? body.data : undefined
  if (items === undefined) return faulty('is not a list of embeddings')
  if (items.length !== count) return faulty(`has ${items.length} vectors for ${count} texts`)
  const vectors: Float32Array[] = []
  for (const item of items) {
    const { index, vector } = readItem(item)
    if (index === undefined || index >= count) return faulty('has a vector without its index')
    if (vectors[index] !== undefined) return faulty(`has two vectors with the index ${index}`)
    if (vector === undefined) return faulty(`has values other than finite numbers at the index ${index}`)
    vectors[index] = vector
  }
  const length = dimensions ?? vectors[0]?.length
  const odd = vectors.find(vector => vector.length !== length)
  if (odd !== undefined) return faulty(`has a vector of ${odd.length} numbers instead of ${length}`)
  return { kind: 'vectors', vectors }
}

function faulty(fault: string): TextVectors {
  return { kind: 'fault', fault }
}

function readItem(item: unknown): { readonly index?: number; readonly vector?: Float32Array } {
  if (!isObject(item)) return {}
  const { index, embedding } = item
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return {}
  if (!Array.isArray(embedding) || embedding.length === 0) return { index }
  const isSound = embedding.every(number => typeof number === 'number' && Number.isFinite(Math.fround(number)))
  return isSound ? { index, vector: Float32Array.from(embedding) } : { index }
}
