import type { TextVector } from './weighting.ts'

/** For each feature, from `starts[feature]` up to the next start, the texts that contain it and their weights. */
interface Postings {
  readonly starts: Uint32Array
  readonly holders: Uint32Array
  readonly weights: Float32Array
}

/** Finds the similarity of a message to all texts of a list at once. */
export interface TextIndex {
  /** The cosine of the message and each text, in the order of the texts. The list is valid until the next call. */
  similarities(message: TextVector): Float64Array
  /** The cosine of a text of the list with each text up to itself: a new list. */
  similaritiesUpTo(text: TextVector, number: number): Float64Array
  /** The indexes of the texts that contain a feature, in order; empty if no text has it. */
  textsWith(feature: number): Uint32Array
}

/**
 * Lists, for each feature, the texts that contain it: then a message is compared only with texts that share a feature.
 */
export function createTextIndex(texts: readonly TextVector[], featureCount: number): TextIndex {
  const postings = createPostings(texts, featureCount)
  // A new list of all texts for each message caused most of the garbage collection.
  const found = new Float64Array(texts.length)
  return {
    similarities(message) {
      found.fill(0)
      const { features, weights } = message
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? -1
        // A feature that was added after these texts were listed is in none of them.
        if (feature >= 0 && feature < featureCount) add(found, postings, feature, weights[at] ?? 0)
      }
      return found
    },
    similaritiesUpTo({ features, weights }, number) {
      const row = new Float64Array(number + 1)
      for (let at = 0; at < features.length; at++) addUpTo(row, postings, features[at] ?? 0, weights[at] ?? 0)
      return row
    },
    textsWith: feature => postings.holders.subarray(postings.starts[feature], postings.starts[feature + 1]),
  }
}

function add(found: Float64Array, { starts, holders, weights }: Postings, feature: number, weight: number): void {
  const end = starts[feature + 1] ?? 0
  for (let slot = starts[feature] ?? 0; slot < end; slot++) {
    const text = holders[slot] ?? 0
    found[text] = (found[text] ?? 0) + weight * (weights[slot] ?? 0)
  }
}

/** Adds to the texts of the row only: those with a feature are in order. */
function addUpTo(row: Float64Array, { starts, holders, weights }: Postings, feature: number, weight: number): void {
  const end = starts[feature + 1] ?? 0
  for (let slot = starts[feature] ?? 0; slot < end; slot++) {
    const text = holders[slot] ?? 0
    if (text >= row.length) return
    row[text] = (row[text] ?? 0) + weight * (weights[slot] ?? 0)
  }
}

function createPostings(texts: readonly TextVector[], featureCount: number): Postings {
  const starts = new Uint32Array(featureCount + 1)
  for (const { features } of texts) {
    for (let at = 0; at < features.length; at++) {
      const next = (features[at] ?? 0) + 1
      starts[next] = (starts[next] ?? 0) + 1
    }
  }
  for (let feature = 0; feature < featureCount; feature++) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0)
  }
  const total = starts[featureCount] ?? 0
  const postings = { starts, holders: new Uint32Array(total), weights: new Float32Array(total) }
  const next = starts.slice()
  texts.forEach((text, number) => {
    list(postings, next, text, number)
  })
  return postings
}

function list(postings: Postings, next: Uint32Array, { features, weights }: TextVector, number: number): void {
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0
    const slot = next[feature] ?? 0
    next[feature] = slot + 1
    postings.holders[slot] = number
    postings.weights[slot] = weights[at] ?? 0
  }
}
