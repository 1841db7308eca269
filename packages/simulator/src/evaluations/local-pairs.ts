import type { Pairwise } from '../trigger/pairwise-similarities.ts'
import type { TextVectors } from '../trigger/vector-list.ts'
import type { TextVector } from '../trigger/weighting.ts'

/** More texts than a message can be compared with (80), and few enough for their matrix to stay in the cache. */
const maxTexts = 192

/** The cosine of each pair of some texts, of which those of a group of similar messages are computed once. */
export interface LocalPairs {
  readonly pairwise: Pairwise
  /** Forgets all texts: the next results depend only on the calls after it, to the last bit. */
  reset(): void
}

/**
 * Creates them. The examples of a scenario are near to the same texts, so most of the pairs of an example are those of
 * the one before.
 */
export function createLocalPairs(vectors: TextVectors, featureCount: number): LocalPairs {
  const numbers = new Int32Array(vectors.length).fill(-1)
  const known: number[] = []
  const matrix = new Float64Array(maxTexts * maxTexts)
  const sharing = createSharedFeatures(featureCount)
  let found = new Float64Array()
  const reset = () => {
    for (const text of known) {
      numbers[text] = -1
      const vector = vectors.at(text)
      if (vector !== undefined) sharing.forget(vector)
    }
    known.length = 0
  }
  const add = (text: number) => {
    if (numbers[text] !== -1) return
    const number = known.push(text) - 1
    numbers[text] = number
    const vector = vectors.at(text)
    const row = matrix.subarray(number * maxTexts, number * maxTexts + number + 1).fill(0)
    if (vector !== undefined) sharing.add(vector, number, row)
  }
  const pairwise: Pairwise = texts => {
    const missing = texts.reduce((sum, text) => sum + (numbers[text] === -1 ? 1 : 0), 0)
    if (known.length + missing > maxTexts) reset()
    for (const text of texts) add(text)
    const length = (texts.length * (texts.length + 1)) / 2
    if (found.length < length) found = new Float64Array(length)
    let at = 0
    for (let row = 0; row < texts.length; row++) {
      const one = numbers[texts[row] ?? 0] ?? 0
      for (let column = 0; column <= row; column++) {
        const other = numbers[texts[column] ?? 0] ?? 0
        found[at++] = matrix[one > other ? one * maxTexts + other : other * maxTexts + one] ?? 0
      }
    }
    return found.subarray(0, length)
  }
  return { pairwise, reset }
}

/** For each feature, a linked list of the texts that have it, with their weights. */
function createSharedFeatures(featureCount: number) {
  /** The latest entry of each feature, plus one; 0 if there is none. */
  const heads = new Int32Array(featureCount)
  let size = 0
  let nexts = new Int32Array(1 << 14)
  let owners = new Uint16Array(nexts.length)
  let listed = new Float64Array(nexts.length)
  const grow = () => {
    const [oldNexts, oldOwners, oldListed] = [nexts, owners, listed]
    nexts = new Int32Array(oldNexts.length * 2)
    nexts.set(oldNexts)
    owners = new Uint16Array(nexts.length)
    owners.set(oldOwners)
    listed = new Float64Array(nexts.length)
    listed.set(oldListed)
  }
  return {
    /** Adds a text, and its cosine with each text added before and with itself to a row. */
    add({ features, weights }: TextVector, number: number, row: Float64Array): void {
      while (size + features.length > nexts.length) grow()
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? 0
        const weight = weights[at] ?? 0
        const head = heads[feature] ?? 0
        nexts[size] = head
        owners[size] = number
        listed[size] = weight
        size++
        heads[feature] = size
        for (let entry = size; entry !== 0; entry = nexts[entry - 1] ?? 0) {
          const owner = owners[entry - 1] ?? 0
          row[owner] = (row[owner] ?? 0) + weight * (listed[entry - 1] ?? 0)
        }
      }
    },
    /** Forgets the features of a text; all texts are forgotten at once. */
    forget({ features }: TextVector): void {
      for (let at = 0; at < features.length; at++) heads[features[at] ?? 0] = 0
      size = 0
    },
  }
}
