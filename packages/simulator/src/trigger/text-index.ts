import type { TextVector } from './weighing.ts'

/** Finds how near a message is to every text of a list at once. */
export interface TextIndex {
  /** The cosine of the message and each text, in the order of the texts. The list holds until the next call. */
  similarities(message: TextVector): Float64Array
}

/** Lists, for each feature, the texts that hold it: a message then meets only texts that it shares something with. */
export function createTextIndex(texts: readonly TextVector[], featureCount: number): TextIndex {
  const { starts, holders, weights } = postingsOf(texts, featureCount)
  const found = new Float64Array(texts.length)
  return {
    similarities(message) {
      found.fill(0)
      message.features.forEach((feature, at) => {
        // A feature that came to be known after these texts were listed is in none of them.
        if (feature < 0 || feature >= featureCount) return
        const weight = message.weights[at] ?? 0
        const end = starts[feature + 1] ?? 0
        for (let slot = starts[feature] ?? 0; slot < end; slot++) {
          const text = holders[slot] ?? 0
          found[text] = (found[text] ?? 0) + weight * (weights[slot] ?? 0)
        }
      })
      return found
    },
  }
}

function postingsOf(texts: readonly TextVector[], featureCount: number) {
  const starts = new Uint32Array(featureCount + 1)
  for (const { features } of texts) for (const feature of features) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1
  for (let feature = 0; feature < featureCount; feature++) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0)
  }
  const total = starts[featureCount] ?? 0
  const holders = new Uint32Array(total)
  const weights = new Float32Array(total)
  const next = starts.slice()
  texts.forEach((text, number) => {
    text.features.forEach((feature, at) => {
      const slot = next[feature] ?? 0
      next[feature] = slot + 1
      holders[slot] = number
      weights[slot] = text.weights[at] ?? 0
    })
  })
  return { starts, holders, weights }
}
