import type { Endpoint } from './endpoint.ts'
import { requestVectors } from './request-vectors.ts'

/** How many requests are under way at once. */
const lanes = 2

/** What is done with each batch that comes, and what ends the fetching. */
export interface FetchOptions {
  readonly signal: AbortSignal
  onBatch(texts: readonly string[], vectors: readonly Float32Array[]): void
}

/** Fetches the vectors of texts in batches, a few at once. The first batch that fails ends the others. */
export async function fetchVectors(
  endpoint: Endpoint,
  texts: readonly string[],
  { signal, onBatch }: FetchOptions,
): Promise<void> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const batches = batchesOf(texts, endpoint.batch)
  let next = 0
  const lane = async () => {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      onBatch(batch, await requestVectors(endpoint, batch, either))
    }
  }
  const running = Array.from({ length: lanes }, lane)
  try {
    await Promise.all(running)
  } finally {
    failed.abort(new Error('another batch failed'))
    await Promise.allSettled(running)
  }
}

function batchesOf(texts: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(texts.length / size)
  return Array.from({ length: count }, (_batch, at) => texts.slice(at * size, (at + 1) * size))
}
