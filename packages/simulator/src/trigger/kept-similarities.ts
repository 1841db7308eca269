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
    for (let row = 0; row < texts.length; row++) if (isKept[texts[row] ?? 0] === 0) keep(texts[row] ?? 0)
    gather(kept, texts, found)
    return found.subarray(0, length)
  }
}

/** Four rows at once wait for memory together, which takes a third of the time. */
function gather(kept: Float64Array, texts: Int32Array, found: Float64Array): void {
  let row = 0
  for (; row + 3 < texts.length; row += 4) {
    gatherFour(kept, texts, found, row)
    for (let more = 1; more < 4; more++) gatherRow(kept, texts, found, { row: row + more, from: row + 1 })
  }
  for (; row < texts.length; row++) gatherRow(kept, texts, found, { row, from: 0 })
}

/** A row and the next three, up to the diagonal of the first. */
function gatherFour(kept: Float64Array, texts: Int32Array, found: Float64Array, row: number): void {
  const first = rowOffset(row)
  const second = first + row + 1
  const third = second + row + 2
  const fourth = third + row + 3
  const keptFirst = rowOffset(texts[row] ?? 0)
  const keptSecond = rowOffset(texts[row + 1] ?? 0)
  const keptThird = rowOffset(texts[row + 2] ?? 0)
  const keptFourth = rowOffset(texts[row + 3] ?? 0)
  for (let other = 0; other <= row; other++) {
    const text = texts[other] ?? 0
    const one = kept[keptFirst + text] ?? 0
    const two = kept[keptSecond + text] ?? 0
    const three = kept[keptThird + text] ?? 0
    const four = kept[keptFourth + text] ?? 0
    found[first + other] = one
    found[second + other] = two
    found[third + other] = three
    found[fourth + other] = four
  }
}

/** A row up to its diagonal. */
function gatherRow(
  kept: Float64Array,
  texts: Int32Array,
  found: Float64Array,
  { row, from }: { readonly row: number; readonly from: number },
): void {
  const own = rowOffset(row)
  const keptRow = rowOffset(texts[row] ?? 0)
  for (let other = from; other <= row; other++) found[own + other] = kept[keptRow + (texts[other] ?? 0)] ?? 0
}
