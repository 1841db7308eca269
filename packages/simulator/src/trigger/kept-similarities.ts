import { type Pairwise, rowOffset } from './pairwise-similarities.ts'
import type { TextIndex } from './text-index.ts'
import type { TextVectors } from './vector-list.ts'

/** With more texts, the similarities of all pairs would take more than 17 MB. */
const maxTexts = 2048

/** Whether a bot with this many texts keeps the similarities of its texts. */
export function canKeepSimilarities(texts: number): boolean {
  return texts <= maxTexts
}

/**
 * The cosine of each pair of some texts. The cosines of a text with itself and all texts before it are computed when it
 * is first near a message, and kept: the same texts are near to many messages.
 */
export function keepSimilarities(vectors: TextVectors, index: TextIndex): Pairwise {
  // The lower half of a matrix. The system provides the memory of a row when it is first written.
  const kept = new Float64Array(rowOffset(vectors.length))
  const isKept = new Uint8Array(vectors.length)
  let found = new Float64Array()
  const keep = (text: number) => {
    const vector = vectors.at(text)
    isKept[text] = 1
    if (vector !== undefined) index.addSimilarities(vector, kept.subarray(rowOffset(text), rowOffset(text + 1)))
  }
  return texts => {
    const length = rowOffset(texts.length)
    if (found.length < length) found = new Float64Array(length)
    let at = 0
    for (let one = 0; one < texts.length; one++) {
      const text = texts[one] ?? 0
      if (isKept[text] === 0) keep(text)
      const row = rowOffset(text)
      for (let other = 0; other <= one; other++) found[at++] = kept[row + (texts[other] ?? 0)] ?? 0
    }
    return found.subarray(0, length)
  }
}
