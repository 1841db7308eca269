import type { TextVector } from './weighting.ts'

/** Vectors by the index of their text, such as a list of them. */
export type TextVectors = Pick<readonly TextVector[], 'length' | 'at'>

/**
 * The features and weights of vectors, one vector after another: the comparison of many texts then waits less for memory,
 * and takes less of it. What is in use never changes, so that lists of two bots share the vectors of unchanged texts.
 */
interface VectorPool {
  readonly features: Int32Array
  readonly weights: Float32Array
  /** The number of entries in use. */
  used: number
}

/** Vectors in a pool. */
export interface VectorList extends TextVectors {
  /** Where each vector begins in the pool, and where it ends. */
  readonly begins: Int32Array
  readonly ends: Int32Array
  readonly pool: VectorPool
}

/** The contents of a list as plain data, one vector right after another. */
export interface PackedVectors {
  /** Where each vector begins. The end of the last one comes last. */
  readonly starts: Int32Array
  /** With room for the vectors of later bots, as in a pool. */
  readonly features: Int32Array
  readonly weights: Float32Array
}

/** Appends to a new list. */
interface VectorAppender {
  /** Appends a copy of a vector. */
  append(vector: TextVector): void
  /** Appends the vectors of another list from one index to before another. */
  appendFrom(list: VectorList, begin: number, end: number): void
  /** The list with all that was appended. */
  list(): VectorList
}

/** The room for the vectors of later bots, as a share of those of the first one. */
const spareRoom = 1 / 16

/**
 * Appends `length` vectors with `size` features in total: to the pool of an earlier list while it has room, and otherwise
 * to a new pool.
 */
export function createVectorAppender(length: number, size: number, earlier?: VectorList): VectorAppender {
  const begins = new Int32Array(length)
  const ends = new Int32Array(length)
  let pool = earlier !== undefined && isWorthSharing(earlier.pool, size) ? earlier.pool : createPool(size)
  let count = 0
  const put = ({ features, weights }: TextVector): void => {
    pool.features.set(features, pool.used)
    pool.weights.set(weights, pool.used)
    pool.used += features.length
  }
  const copy = (list: Pick<VectorList, 'begins' | 'ends' | 'pool'>, begin: number, end: number, to: number): void => {
    for (let text = begin, next = text; text < end; text = next) {
      // Adjacent vectors at once.
      while (next < end && (next === text || list.begins[next] === list.ends[next - 1])) next++
      const from = list.begins[text] ?? 0
      const shift = pool.used - from
      put(slice(list.pool, from, list.ends[next - 1] ?? 0))
      for (let at = text; at < next; at++) {
        const target = to + at - begin
        begins[target] = (list.begins[at] ?? 0) + shift
        ends[target] = (list.ends[at] ?? 0) + shift
      }
    }
  }
  const reserve = (more: number): void => {
    if (pool.used + more <= pool.features.length) return
    const full = pool
    pool = createPool(size)
    copy({ begins, ends, pool: full }, 0, count, 0)
  }
  return {
    append(vector) {
      reserve(vector.features.length)
      begins[count] = pool.used
      put(vector)
      ends[count] = pool.used
      count++
    },
    appendFrom(list, begin, end) {
      if (list.pool === pool) {
        begins.set(list.begins.subarray(begin, end), count)
        ends.set(list.ends.subarray(begin, end), count)
      } else copy(list, begin, end, count)
      count += end - begin
    },
    list: () => toList({ begins, ends, pool }),
  }
}

/** Not if most of it were vectors of texts that are gone. */
function isWorthSharing({ features }: VectorPool, size: number): boolean {
  return features.length <= size * 2
}

function createPool(size: number): VectorPool {
  const room = withRoom(size)
  return { features: new Int32Array(room), weights: new Float32Array(room), used: 0 }
}

function withRoom(size: number): number {
  return Math.ceil(size * (1 + spareRoom))
}

function slice({ features, weights }: VectorPool, begin: number, end: number): TextVector {
  return { features: features.subarray(begin, end), weights: weights.subarray(begin, end) }
}

function toList({ begins, ends, pool }: Pick<VectorList, 'begins' | 'ends' | 'pool'>): VectorList {
  const at = (text: number): TextVector | undefined => {
    const [begin, end] = [begins[text], ends[text]]
    return begin === undefined || end === undefined ? undefined : slice(pool, begin, end)
  }
  return { length: begins.length, at, begins, ends, pool }
}

/** The contents of a list, for another process. */
export function packVectors(list: VectorList): PackedVectors {
  const { begins, ends, pool, length } = list
  const starts = new Int32Array(length + 1)
  for (let text = 0; text < length; text++) {
    starts[text + 1] = (starts[text] ?? 0) + (ends[text] ?? 0) - (begins[text] ?? 0)
  }
  const size = starts[length] ?? 0
  if (begins.every((begin, text) => begin === starts[text])) return { starts, ...slice(pool, 0, withRoom(size)) }
  const packed = createVectorAppender(length, size)
  packed.appendFrom(list, 0, length)
  return { starts, ...slice(packed.list().pool, 0, withRoom(size)) }
}

/** Creates a list from packed contents, which it uses in place. */
export function unpackVectors({ starts, features, weights }: PackedVectors): VectorList {
  const pool = { features, weights, used: starts.at(-1) ?? 0 }
  return toList({ begins: starts.subarray(0, -1), ends: starts.subarray(1), pool })
}

/** The list of some vectors. */
export function listVectors(vectors: readonly TextVector[]): VectorList {
  const size = vectors.reduce((sum, { features }) => sum + features.length, 0)
  const { append, list } = createVectorAppender(vectors.length, size)
  for (const vector of vectors) append(vector)
  return list()
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
