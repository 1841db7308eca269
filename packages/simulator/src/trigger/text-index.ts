import type { SparseVector } from './sparse-vector.ts'

/** Finds how near a message is to every text of a list at once. */
export interface TextIndex {
  /** The cosine of the message and each text, in the order of the texts. */
  similarities(message: SparseVector): Float64Array
}

/** Lists, for each feature, the texts that hold it: a message then meets only texts that it shares something with. */
export function createTextIndex(texts: readonly SparseVector[], featureCount: number): TextIndex {
  const starts = new Uint32Array(featureCount + 1)
  for (const { features } of texts) for (const feature of features) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1
  for (let feature = 0; feature < featureCount; feature++) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0)
  }
  const total = starts[featureCount] ?? 0
  const holders = new Uint32Array(total)
  const weights = new Float64Array(total)
  const next = starts.slice()
  texts.forEach((text, number) => {
    text.features.forEach((feature, place) => {
      const slot = next[feature] ?? 0
      next[feature] = slot + 1
      holders[slot] = number
      weights[slot] = text.weights[place] ?? 0
    })
  })
  return { similarities: message => similarities(message, { starts, holders, weights, textCount: texts.length }) }
}

interface Postings {
  /** Where a feature's holders begin; they end where the next one's begin. */
  readonly starts: Uint32Array
  readonly holders: Uint32Array
  readonly weights: Float64Array
  readonly textCount: number
}

function similarities(message: SparseVector, { starts, holders, weights, textCount }: Postings): Float64Array {
  const found = new Float64Array(textCount)
  message.features.forEach((feature, place) => {
    const weight = message.weights[place] ?? 0
    const end = starts[feature + 1] ?? 0
    for (let slot = starts[feature] ?? 0; slot < end; slot++) {
      const text = holders[slot] ?? 0
      found[text] = (found[text] ?? 0) + weight * (weights[slot] ?? 0)
    }
  })
  return found
}
