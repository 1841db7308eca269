import type { TextVector } from './weighting.ts'

/** The texts whose cosines are computed. */
interface Texts {
  readonly vectors: readonly TextVector[]
  readonly featureCount: number
}

/**
 * The cosine of each pair of some texts, given by their indexes: the lower half of a symmetric matrix, row by row,
 * including the diagonal. The caller may overwrite the result; it is valid until the next call.
 */
export type Pairwise = (texts: readonly number[]) => Float64Array

/**
 * Creates this function for a list of texts. The cosines are computed feature by feature, because two texts share few
 * features.
 */
export function createPairwise({ vectors, featureCount }: Texts): Pairwise {
  const { starts, features, weights } = layOut(vectors)
  /** For each feature, its number among those of the given texts, from 1 on. All 0 between two calls. */
  const numbers = new Int32Array(featureCount)
  let sheet = createSheet(0)
  let found = new Float64Array()
  return texts => {
    const held = texts.reduce((sum, text) => sum + (starts[text + 1] ?? 0) - (starts[text] ?? 0), 0)
    if (sheet.rows.length < held) sheet = createSheet(held * 2)
    const length = (texts.length * (texts.length + 1)) / 2
    if (found.length < length) found = new Float64Array(length)
    found.fill(0, 0, length)
    const met = countHolders(texts)
    listHolders(texts)
    let begin = 0
    for (let number = 1; number <= met; number++) {
      const end = sheet.ends[number] ?? 0
      multiply(sheet, begin, end, found)
      begin = end
    }
    return found.subarray(0, length)
  }

  /** Numbers the features of all texts, and replaces their counts by where their lists begin. Returns their number. */
  function countHolders(texts: readonly number[]): number {
    const { ends, met, occurrences } = sheet
    let size = 0
    let occurrence = 0
    for (const text of texts) {
      const end = starts[text + 1] ?? 0
      for (let at = starts[text] ?? 0; at < end; at++) {
        const feature = features[at] ?? 0
        let number = numbers[feature] ?? 0
        if (number === 0) {
          met[size] = feature
          number = ++size
          numbers[feature] = number
          ends[number] = 0
        }
        ends[number] = (ends[number] ?? 0) + 1
        occurrences[occurrence++] = number
      }
    }
    let begin = 0
    for (let number = 1; number <= size; number++) {
      const holders = ends[number] ?? 0
      ends[number] = begin
      begin += holders
      numbers[met[number - 1] ?? 0] = 0
    }
    return size
  }

  /** Lists the texts of each feature by their places; `ends` contains where they begin, and afterwards where they end. */
  function listHolders(texts: readonly number[]): void {
    const { ends, occurrences, rows, weights: listed } = sheet
    let occurrence = 0
    for (let row = 0; row < texts.length; row++) {
      const text = texts[row] ?? 0
      const end = starts[text + 1] ?? 0
      for (let at = starts[text] ?? 0; at < end; at++) {
        const number = occurrences[occurrence++] ?? 0
        const slot = ends[number] ?? 0
        ends[number] = slot + 1
        rows[slot] = row
        listed[slot] = weights[at] ?? 0
      }
    }
  }
}

/** The features and weights of all texts one after another: a text begins at its start. */
function layOut(vectors: readonly TextVector[]) {
  const starts = new Int32Array(vectors.length + 1)
  vectors.forEach((vector, text) => {
    starts[text + 1] = (starts[text] ?? 0) + vector.features.length
  })
  const features = new Int32Array(starts.at(-1) ?? 0)
  const weights = new Float32Array(features.length)
  vectors.forEach((vector, text) => {
    features.set(vector.features, starts[text])
    weights.set(vector.weights, starts[text])
  })
  return { starts, features, weights }
}

/** Buffers for the features of some texts, each with the rows that have it. */
interface Sheet {
  /** The features, in the order of their first occurrence. */
  readonly met: Int32Array
  /** For the number of each feature, how many rows have it, then the end of their list. */
  readonly ends: Int32Array
  /** The numbers of the features of all rows. */
  readonly occurrences: Int32Array
  readonly rows: Int32Array
  readonly weights: Float64Array
}

function createSheet(held: number): Sheet {
  return {
    met: new Int32Array(held),
    ends: new Int32Array(held + 1),
    occurrences: new Int32Array(held),
    rows: new Int32Array(held),
    weights: new Float64Array(held),
  }
}

/** Adds the contribution of one feature to each pair of its rows. */
function multiply({ rows, weights }: Sheet, begin: number, end: number, found: Float64Array): void {
  for (let slot = begin; slot < end; slot++) {
    const row = rows[slot] ?? 0
    const weight = weights[slot] ?? 0
    const own = (row * (row + 1)) >> 1
    for (let other = begin; other <= slot; other++) {
      const place = own + (rows[other] ?? 0)
      found[place] = (found[place] ?? 0) + weight * (weights[other] ?? 0)
    }
  }
}
