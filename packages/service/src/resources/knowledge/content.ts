import { textHash } from '@scenewright/model/text-hash'
import { HttpError } from '../../http/http-error.ts'
import { hashVector } from '../../retrieval/hash-vector.ts'
import { chunkText } from '../../retrieval/split-text.ts'
import type { TimeSlicer } from '../../runtime/time-slicer.ts'
import { maxContentLength } from './schema.ts'

/** Throws an HttpError 400 for a content of more than 2 MB. */
export function checkContent(content: string): void {
  if (Buffer.byteLength(content) > maxContentLength) {
    throw new HttpError(400, `The field "content" has more than ${maxContentLength} bytes.`)
  }
}

/** Unicode's stream-safe form (UAX 15) allows at most 30 consecutive marks: sorting more would take quadratic time. */
const tooManyMarks = /(?<!\p{M})\p{M}{31,}/gu
const markOverflow = /\p{M}{30}(?=\p{M})/gu

/** The hash of a content: the SHA-256 of the text in Unicode's form NFC, in hexadecimal digits. */
export function contentHash(content: string): string {
  // Within other text, the second pattern would try each mark of a shorter run.
  const safe = content.replace(tooManyMarks, marks => marks.replace(markOverflow, '$&\u034f'))
  return textHash(safe.normalize('NFC'))
}

/** A passage of a document, as it is stored. */
export interface Chunk {
  readonly text: string
  readonly vector: Int8Array
}

/** The passages of a content, with their vectors. No step takes more than a few milliseconds. */
export async function cutContent(content: string, slicer: Pick<TimeSlicer, 'run'>): Promise<readonly Chunk[]> {
  const texts = chunkText(content)
  const chunks: Chunk[] = []
  while (true) {
    const chunk = await slicer.run(() => {
      const { value: text, done } = texts.next()
      return done === true ? undefined : { text, vector: hashVector(text) }
    })
    if (chunk === undefined) return chunks
    chunks.push(chunk)
  }
}
