import type { Answer } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { Endpoint } from './endpoint.ts'

/**
 * The vectors of an answer, in the order of the texts that were sent. An answer that is not just that, one finite vector
 * a text and all of one length, is an OperationError `service`.
 */
export function readVectors(answer: Answer, count: number, endpoint: Endpoint): readonly Float32Array[] {
  if (!answer.isWhole) {
    throw wrong(endpoint, 'was cut, came too slowly, or is larger than 16 MB', 'lower "batch", or raise "timeout_ms"')
  }
  const items = itemsOf(parsed(answer.text))
  if (items === undefined) throw wrong(endpoint, 'is no list of embeddings')
  if (items.length !== count) throw wrong(endpoint, `has ${items.length} vectors for ${count} texts`)
  const vectors: Float32Array[] = []
  for (const item of items) {
    const { index, vector } = itemOf(item)
    if (index === undefined || index >= count) throw wrong(endpoint, 'has a vector without its index')
    if (vectors[index] !== undefined) throw wrong(endpoint, `has two vectors of the index ${index}`)
    if (vector === undefined) throw wrong(endpoint, `has something else than finite numbers at the index ${index}`)
    vectors[index] = vector
  }
  const length = endpoint.dimensions ?? vectors[0]?.length
  const odd = vectors.find(vector => vector.length !== length)
  if (odd !== undefined) throw wrong(endpoint, `has a vector of ${odd.length} numbers where ${length} belong`)
  return vectors
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function itemsOf(body: unknown): readonly unknown[] | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  return Array.isArray(body.data) ? body.data : undefined
}

function itemOf(item: unknown): { readonly index?: number; readonly vector?: Float32Array } {
  if (typeof item !== 'object' || item === null || !('index' in item) || !('embedding' in item)) return {}
  const { index, embedding } = item
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return {}
  if (!Array.isArray(embedding) || embedding.length === 0) return { index }
  const isSound = embedding.every(number => typeof number === 'number' && Number.isFinite(Math.fround(number)))
  return isSound ? { index, vector: Float32Array.from(embedding) } : { index }
}

function wrong({ url, model }: Endpoint, what: string, help?: string): OperationError {
  return new OperationError('service', `the answer of "${url}" for the model "${model}" ${what}`, {
    help: help ?? 'the url must be the base of an OpenAI-compatible API, and the model one for embeddings',
  })
}
