import type { VectorList } from './vector-list.ts'

/**
 * The cosine of each pair of some texts, given by their indexes in ascending order: the lower half of a symmetric
 * matrix, row by row, including the diagonal. The caller may overwrite the result; it is valid until the next call.
 */
export type Pairwise = (texts: Int32Array) => Float64Array

/**
 * Creates this function for a list of texts. The cosines are computed feature by feature, because two texts share few
 * features.
 */
export function createPairwise(list: VectorList, featureCount: number): Pairwise {
  const { starts, features, weights } = list
  const squares = new Float64Array(list.length)
  /** For each feature, its number among those of the given texts, from 1 on. All 0 between two calls. */
  const numbers = new Int32Array(featureCount)
  let sheet = createSheet(0, 0)
  let found = new Float64Array()
  /** The product of a text with itself. */
  const squareOf = (text: number) => {
    const known = squares[text] ?? 0
    if (known !== 0) return known
    let sum = 0
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++) sum += (weights[at] ?? 0) ** 2
    squares[text] = sum
    return sum
  }
  return texts => {
    const count = texts.length
    const held = texts.reduce((sum, text) => sum + (starts[text + 1] ?? 0) - (starts[text] ?? 0), 0)
    if (sheet.met.length < held || sheet.stride < count) sheet = createSheet(held * 2, count)
    const length = (count * (count + 1)) >> 1
    if (found.length < length) found = new Float64Array(length)
    found.fill(0, 0, length)
    const { stride, met, holders, rows, weights: listed } = sheet
    let size = 0
    for (let row = 0; row < count; row++) {
      const text = texts[row] ?? 0
      const own = (row * (row + 1)) >> 1
      const end = starts[text + 1] ?? 0
      for (let at = starts[text] ?? 0; at < end; at++) {
        const feature = features[at] ?? 0
        const weight = weights[at] ?? 0
        let number = numbers[feature] ?? 0
        if (number === 0) {
          met[size] = feature
          number = ++size
          numbers[feature] = number
          holders[number] = 0
        }
        const begin = number * stride
        const slot = begin + (holders[number] ?? 0)
        for (let other = begin; other < slot; other++) {
          const place = own + (rows[other] ?? 0)
          found[place] = (found[place] ?? 0) + weight * (listed[other] ?? 0)
        }
        // A text may have a feature twice, if two of different kinds have one hash.
        if (slot === begin + stride) continue
        rows[slot] = row
        listed[slot] = weight
        holders[number] = slot - begin + 1
      }
      found[own + row] = squareOf(text)
    }
    for (let at = 0; at < size; at++) numbers[met[at] ?? 0] = 0
    return found.subarray(0, length)
  }
}

/** Buffers for the features of some texts, each with the rows that have it. */
interface Sheet {
  /** The maximum number of rows of a feature: its list begins at its number times this. */
  readonly stride: number
  /** The features, in the order of their first occurrence. */
  readonly met: Int32Array
  /** For the number of each feature, how many rows have it. */
  readonly holders: Int32Array
  readonly rows: Int32Array
  readonly weights: Float64Array
}

function createSheet(held: number, stride: number): Sheet {
  return {
    stride,
    met: new Int32Array(held),
    holders: new Int32Array(held + 1),
    rows: new Int32Array((held + 1) * stride),
    weights: new Float64Array((held + 1) * stride),
  }
}
