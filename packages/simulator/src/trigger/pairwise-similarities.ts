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
 * The cosine of each pair of some texts, as above. It is computed feature by feature, because two texts share few features.
 */
export function pairwiseSimilarities({ vectors, featureCount }: Texts, texts: readonly number[]): Float64Array {
  const chosen = texts.map(text => vectors[text] ?? nothing)
  const found = new Float64Array((texts.length * (texts.length + 1)) / 2)
  const sheet = sheetFor(
    chosen.reduce((sum, { features }) => sum + features.length, 0),
    featureCount,
  )
  const met = countHolders(sheet, chosen)
  listHolders(sheet, chosen)
  let begin = 0
  for (let number = 0; number < met; number++) {
    const feature = sheet.features[number] ?? 0
    const end = sheet.ends[feature] ?? 0
    multiply(sheet, begin, end, found)
    sheet.ends[feature] = 0
    begin = end
  }
  return found
}

const nothing: TextVector = { features: new Int32Array(), weights: new Float32Array() }

/** Buffers for the features of some texts, each with the rows that have it. */
interface Sheet {
  /** For each feature, the number of rows that have it, then the end of their list. All 0 between two calls. */
  readonly ends: Int32Array
  /** The features, in the order of their first occurrence. */
  readonly features: Int32Array
  readonly rows: Int32Array
  readonly weights: Float32Array
}

let shared = createSheet(0, 0)

/** One for all calls: allocating a new one took longer than the rest. */
function sheetFor(held: number, featureCount: number): Sheet {
  const { ends, rows } = shared
  if (ends.length < featureCount || rows.length < held) {
    shared = createSheet(Math.max(rows.length, held * 2), Math.max(ends.length, featureCount))
  }
  return shared
}

function createSheet(held: number, featureCount: number): Sheet {
  return {
    ends: new Int32Array(featureCount),
    features: new Int32Array(held),
    rows: new Int32Array(held),
    weights: new Float32Array(held),
  }
}

/** Records the features of all rows, each once. Returns their number. */
function countHolders({ ends, features }: Sheet, rows: readonly TextVector[]): number {
  let met = 0
  for (const row of rows) {
    for (let at = 0; at < row.features.length; at++) {
      const feature = row.features[at] ?? 0
      const holders = ends[feature] ?? 0
      if (holders === 0) features[met++] = feature
      ends[feature] = holders + 1
    }
  }
  let begin = 0
  for (let number = 0; number < met; number++) {
    const feature = features[number] ?? 0
    const holders = ends[feature] ?? 0
    ends[feature] = begin
    begin += holders
  }
  return met
}

/** Lists the rows of each feature; `ends` contains where they begin, and afterwards where they end. */
function listHolders({ ends, rows, weights }: Sheet, texts: readonly TextVector[]): void {
  texts.forEach((text, row) => {
    for (let at = 0; at < text.features.length; at++) {
      const feature = text.features[at] ?? 0
      const slot = ends[feature] ?? 0
      ends[feature] = slot + 1
      rows[slot] = row
      weights[slot] = text.weights[at] ?? 0
    }
  })
}

/** Adds the contribution of one feature to each pair of its rows. */
function multiply({ rows, weights }: Sheet, begin: number, end: number, found: Float64Array): void {
  for (let slot = begin; slot < end; slot++) {
    const row = rows[slot] ?? 0
    const weight = weights[slot] ?? 0
    const own = (row * (row + 1)) / 2
    for (let other = begin; other <= slot; other++) {
      const place = own + (rows[other] ?? 0)
      found[place] = (found[place] ?? 0) + weight * (weights[other] ?? 0)
    }
  }
}
