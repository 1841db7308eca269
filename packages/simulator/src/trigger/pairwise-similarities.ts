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
  const { begins, ends, pool } = list
  const { features, weights } = pool
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
    for (let at = begins[text] ?? 0; at < (ends[text] ?? 0); at++) sum += (weights[at] ?? 0) ** 2
    squares[text] = sum
    return sum
  }
  return texts => {
    const count = texts.length
    const held = texts.reduce((sum, text) => sum + (ends[text] ?? 0) - (begins[text] ?? 0), 0)
    if (sheet.met.length < held || sheet.stride < count) sheet = createSheet(held * 2, count)
    const length = (count * (count + 1)) >> 1
    if (found.length < length) found = new Float64Array(length)
    found.fill(0, 0, length)
    const { stride, met, holders, rows, weights: listed } = sheet
    let size = 0
    for (let row = 0; row < count; row++) {
      const text = texts[row] ?? 0
      const end = ends[text] ?? 0
      for (let at = begins[text] ?? 0; at < end; at++) {
        const feature = features[at] ?? 0
        let number = numbers[feature] ?? 0
        if (number === 0) {
          met[size] = feature
          number = ++size
          numbers[feature] = number
          holders[number] = 0
        }
        const slot = number * stride + (holders[number] ?? 0)
        const weight = weights[at] ?? 0
        // A text may have a feature twice, if two of different kinds have one hash.
        if (slot > number * stride && rows[slot - 1] === row) {
          listed[slot - 1] = (listed[slot - 1] ?? 0) + weight
          continue
        }
        rows[slot] = row
        listed[slot] = weight
        holders[number] = (holders[number] ?? 0) + 1
      }
    }
    for (let number = 1; number <= size; number++) {
      const begin = number * stride
      addProducts(found, sheet, begin, begin + (holders[number] ?? 0))
      numbers[met[number - 1] ?? 0] = 0
    }
    for (let row = 0; row < count; row++) found[rowOffset(row) + row] = squareOf(texts[row] ?? 0)
    return found.subarray(0, length)
  }
}

/**
 * Adds the products of the rows that share a feature. Two rows at once load the others only once, and need not wait for
 * each other.
 */
function addProducts(found: Float64Array, { rows, weights }: Sheet, begin: number, end: number): void {
  let at = begin + 1
  for (; at + 1 < end; at += 2) {
    const row = rows[at] ?? 0
    const own = rowOffset(row)
    const next = rowOffset(rows[at + 1] ?? 0)
    const ownWeight = weights[at] ?? 0
    const nextWeight = weights[at + 1] ?? 0
    for (let other = begin; other < at; other++) {
      const otherRow = rows[other] ?? 0
      const weight = weights[other] ?? 0
      const ownSum = (found[own + otherRow] ?? 0) + ownWeight * weight
      const nextSum = (found[next + otherRow] ?? 0) + nextWeight * weight
      found[own + otherRow] = ownSum
      found[next + otherRow] = nextSum
    }
    found[next + row] = (found[next + row] ?? 0) + nextWeight * ownWeight
  }
  if (at >= end) return
  const own = rowOffset(rows[at] ?? 0)
  const ownWeight = weights[at] ?? 0
  for (let other = begin; other < at; other++) {
    const place = own + (rows[other] ?? 0)
    found[place] = (found[place] ?? 0) + ownWeight * (weights[other] ?? 0)
  }
}

/** The offset of a row in the lower half of a matrix. */
export function rowOffset(row: number): number {
  return (row * (row + 1)) >> 1
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
