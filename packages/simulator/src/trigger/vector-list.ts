import type { TextVector } from './weighting.ts'

/** Vectors by the index of their text, such as a list of them. */
export type TextVectors = Pick<readonly TextVector[], 'length' | 'at'>

/**
 * Vectors one after another in two lists: the comparison of many texts then waits less for memory, and takes less of it.
 */
export interface VectorList extends TextVectors {
  /** Where each vector begins in the lists. The end of the last one comes last. */
  readonly starts: Int32Array
  readonly features: Int32Array
  readonly weights: Float32Array
}

/** Creates a list for `length` vectors with `size` features in total, and the function that appends a copy of one. */
export function createVectorList(length: number, size: number): readonly [VectorList, (vector: TextVector) => void] {
  const starts = new Int32Array(length + 1)
  const features = new Int32Array(size)
  const weights = new Float32Array(size)
  let count = 0
  const append = (vector: TextVector) => {
    const begin = starts[count] ?? 0
    features.set(vector.features, begin)
    weights.set(vector.weights, begin)
    count++
    starts[count] = begin + vector.features.length
  }
  const at = (text: number): TextVector | undefined => {
    const [begin, end] = [starts[text], starts[text + 1]]
    if (begin === undefined || end === undefined) return undefined
    return { features: features.subarray(begin, end), weights: weights.subarray(begin, end) }
  }
  return [{ length, at, starts, features, weights }, append]
}

/** The vectors from one index to before another. */
export function vectorsIn(vectors: TextVectors, begin: number, end: number): readonly TextVector[] {
  const found: TextVector[] = []
  for (let text = begin; text < end; text++) {
    const vector = vectors.at(text)
    if (vector !== undefined) found.push(vector)
  }
  return found
}
