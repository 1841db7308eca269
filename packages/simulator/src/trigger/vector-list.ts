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

/** Appends to a list. */
export interface VectorAppender {
  /** Appends a copy of a vector. */
  append(vector: TextVector): void
  /** Appends copies of the vectors of another list from one index to before another. */
  appendFrom(list: VectorList, begin: number, end: number): void
}

/** Creates a list for `length` vectors with `size` features in total, and what appends to it. */
export function createVectorList(length: number, size: number): readonly [VectorList, VectorAppender] {
  const starts = new Int32Array(length + 1)
  const features = new Int32Array(size)
  const weights = new Float32Array(size)
  let count = 0
  const appender: VectorAppender = {
    append(vector) {
      const begin = starts[count] ?? 0
      features.set(vector.features, begin)
      weights.set(vector.weights, begin)
      count++
      starts[count] = begin + vector.features.length
    },
    appendFrom(list, begin, end) {
      const [from, to] = [list.starts[begin] ?? 0, list.starts[end] ?? 0]
      const shift = (starts[count] ?? 0) - from
      features.set(list.features.subarray(from, to), from + shift)
      weights.set(list.weights.subarray(from, to), from + shift)
      for (let text = begin; text < end; text++) {
        count++
        starts[count] = (list.starts[text + 1] ?? 0) + shift
      }
    },
  }
  return [restoreVectorList({ starts, features, weights }), appender]
}

/** Creates a list from the contents of another one. */
export function restoreVectorList(contents: Pick<VectorList, 'starts' | 'features' | 'weights'>): VectorList {
  const { starts, features, weights } = contents
  const at = (text: number): TextVector | undefined => {
    const [begin, end] = [starts[text], starts[text + 1]]
    if (begin === undefined || end === undefined) return undefined
    return { features: features.subarray(begin, end), weights: weights.subarray(begin, end) }
  }
  return { length: starts.length - 1, at, ...contents }
}

/** The list of some vectors. */
export function listVectors(vectors: readonly TextVector[]): VectorList {
  const size = vectors.reduce((sum, { features }) => sum + features.length, 0)
  const [list, { append }] = createVectorList(vectors.length, size)
  for (const vector of vectors) append(vector)
  return list
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
