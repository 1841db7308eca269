import type { TextVector } from './weighting.ts'

/** Vectors one after another in two lists: the comparison of many texts then waits less for memory. */
export interface VectorList {
  /** The vectors, in order. They share the memory of the lists. */
  readonly vectors: readonly TextVector[]
  /** Where each vector begins in the lists. The end of the last one comes last. */
  readonly starts: Int32Array
  readonly features: Int32Array
  readonly weights: Float32Array
}

/** Creates a list for `count` vectors with `size` features in total, and the function that appends a copy of one. */
export function createVectorList(count: number, size: number): readonly [VectorList, (vector: TextVector) => void] {
  const starts = new Int32Array(count + 1)
  const features = new Int32Array(size)
  const weights = new Float32Array(size)
  const vectors: TextVector[] = []
  const append = (vector: TextVector) => {
    const begin = starts[vectors.length] ?? 0
    const end = begin + vector.features.length
    features.set(vector.features, begin)
    weights.set(vector.weights, begin)
    vectors.push({ features: features.subarray(begin, end), weights: weights.subarray(begin, end) })
    starts[vectors.length] = end
  }
  return [{ vectors, starts, features, weights }, append]
}
