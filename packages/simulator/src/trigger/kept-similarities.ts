import type { Pairwise } from './pairwise-similarities.ts'
import type { TextIndex } from './text-index.ts'
import type { TextVector } from './weighting.ts'

/** With more texts, the similarities of all pairs would take more than 17 MB. */
const maxTexts = 2048

/** Whether a bot with this many texts keeps the similarities of its texts. */
export function canKeepSimilarities(texts: number): boolean {
  return texts <= maxTexts
}

/**
 * The cosine of each pair of some texts. The cosines of a text with all texts before it are computed when it is first
 * near a message, and kept: the same texts are near to many messages.
 */
export function keepSimilarities(vectors: readonly TextVector[], index: TextIndex): Pairwise {
  const rows: (Float64Array | undefined)[] = vectors.map(() => undefined)
  const near: Float64Array[] = []
  let found = new Float64Array()
  const rowOf = (text: number): Float64Array => {
    const known = rows[text]
    if (known !== undefined) return known
    const vector = vectors[text]
    const row = vector === undefined ? new Float64Array(text + 1) : index.similaritiesUpTo(vector, text)
    rows[text] = row
    return row
  }
  return texts => {
    const length = (texts.length * (texts.length + 1)) / 2
    if (found.length < length) found = new Float64Array(length)
    let at = 0
    for (let one = 0; one < texts.length; one++) {
      const text = texts[one] ?? 0
      const row = rowOf(text)
      near[one] = row
      for (let other = 0; other <= one; other++) {
        const earlier = texts[other] ?? 0
        // Each pair is in the row of its later text.
        found[at++] = (earlier <= text ? row[earlier] : near[other]?.[text]) ?? 0
      }
    }
    return found.subarray(0, length)
  }
}
