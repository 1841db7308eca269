import type { InSlices } from '../in-slices.ts'
import { chunkText } from '../retrieval/chunk-text.ts'
import { hashVector } from '../retrieval/hash-vector.ts'

/** A passage of a document, as it is kept. */
export interface Chunk {
  readonly text: string
  readonly vector: Int8Array
}

/** The passages of a content, with their vectors. Nothing takes more than some milliseconds at a time. */
export async function cutContent(content: string, inSlices: InSlices): Promise<readonly Chunk[]> {
  const texts = chunkText(content)
  const chunks: Chunk[] = []
  while (true) {
    const chunk = await inSlices(() => {
      const { value: text, done } = texts.next()
      return done === true ? undefined : { text, vector: hashVector(text) }
    })
    if (chunk === undefined) return chunks
    chunks.push(chunk)
  }
}
