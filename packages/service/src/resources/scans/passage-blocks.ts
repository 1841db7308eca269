import { dimensions } from '../../retrieval/hash-vector.ts'

/** Vectors by their index. */
interface Vectors {
  readonly size: number
  at(index: number): Int8Array
}

/** Finds the vectors that may be near a given one. */
export interface PassageBlocks {
  /**
   * Calls `onCandidate` for every vector from the index `from` on whose cosine with the given vector is at least the
   * threshold, and for some others, in no particular order. `from` may not decrease from call to call. A step takes
   * a few milliseconds.
   */
  search(index: number, from: number, onCandidate: (other: number) => void): Generator<undefined, void>
}

/** The number of coordinates that are compared before the vectors themselves. */
const axes = 65
/** The number of values per vector: its coordinates, and the length of the rest. */
const width = axes + 1
/** The number of vectors that determine the axes, and how often they improve them. */
const maxSamples = 1024
const rounds = 3
/** The maximum number of vectors in a block. */
const blockSize = 64
/** The number of vectors per step. */
const stepSize = 64
/** Of fewer vectors, all are candidates: to compare them takes less time than to determine the axes. */
const indexedFrom = 500
/** The work of a step, in compared vectors, and what a candidate costs its receiver. */
const stepWork = 20_000
const candidateWork = 10
/** No pair at the threshold may be lost because of rounding. */
const slack = 1e-5

/**
 * Indexes vectors for pairs with at least that cosine. It loses none: the vectors are scaled to the length 1 and
 * rotated, so that the first few coordinates contain most of their differences. The distance of two vectors is at least
 * that of these coordinates and of the lengths of the rests; and that of a vector to a block of vectors, which are
 * similar in these coordinates, is at least the distance to its bounds.
 */
export function* indexPassages(
  vectors: Vectors,
  threshold: number,
  from = indexedFrom,
): Generator<undefined, PassageBlocks> {
  if (vectors.size < from) return allOf(vectors.size)
  const places = yield* project(vectors, yield* findAxes(vectors))
  const order = Int32Array.from({ length: vectors.size }, (_, index) => index)
  const blocks = yield* divide(places, order)
  // Of vectors of the length 1: the square of the largest distance with that cosine.
  return createBlocks(places, order, { blocks, maxSquare: 2 - 2 * threshold + slack })
}

/** Every vector is a candidate. */
function allOf(size: number): PassageBlocks {
  return {
    *search(_index, from, onCandidate) {
      for (let other = from; other < size; other++) onCandidate(other)
      yield
    },
  }
}

interface Block {
  /** The next vector in the order that a search can still find. */
  start: number
  readonly end: number
  /** The least and the greatest value of each coordinate, and of the length of the rest. */
  readonly least: Float32Array
  readonly greatest: Float32Array
}

function createBlocks(
  places: Float32Array,
  order: Int32Array,
  { blocks, maxSquare }: { readonly blocks: readonly Block[]; readonly maxSquare: number },
): PassageBlocks {
  // In the order of the blocks, so that a search reads memory in sequence.
  const ordered = new Float32Array(places.length)
  for (const [at, index] of order.entries())
    ordered.set(places.subarray(index * width, (index + 1) * width), at * width)
  return {
    *search(index, from, onCandidate) {
      const place = places.subarray(index * width, (index + 1) * width)
      let work = 0
      for (const block of blocks) {
        while (block.start < block.end && (order[block.start] ?? 0) < from) block.start++
        work += 1
        if (block.start === block.end || !isInReach(place, block, maxSquare)) continue
        for (let at = block.start; at < block.end; at++) {
          work += 1
          if (isClose(place, ordered, { start: at * width, maxSquare })) {
            onCandidate(order[at] ?? 0)
            work += candidateWork
          }
          if (work < stepWork) continue
          yield
          work = 0
        }
      }
    },
  }
}

/** Whether a vector of the block can be so close. */
function isInReach(place: Float32Array, { least, greatest }: Block, maxSquare: number): boolean {
  let sum = 0
  for (let axis = 0; axis < width; axis++) {
    const value = place[axis] ?? 0
    const below = (least[axis] ?? 0) - value
    const above = value - (greatest[axis] ?? 0)
    const gap = Math.max(below, above, 0)
    sum += gap * gap
    if (sum > maxSquare) return false
  }
  return true
}

function isClose(
  place: Float32Array,
  others: Float32Array,
  { start, maxSquare }: { readonly start: number; readonly maxSquare: number },
): boolean {
  let sum = 0
  for (let axis = 0; axis < width; axis += 3) {
    const first = (place[axis] ?? 0) - (others[start + axis] ?? 0)
    const second = (place[axis + 1] ?? 0) - (others[start + axis + 1] ?? 0)
    const third = (place[axis + 2] ?? 0) - (others[start + axis + 2] ?? 0)
    sum += first * first + second * second + third * third
    if (sum > maxSquare) return false
  }
  return true
}

/** Cuts the vectors into blocks along the coordinate with the largest range; sorts `order` by block, then by index. */
function* divide(places: Float32Array, order: Int32Array): Generator<undefined, readonly Block[]> {
  const blocks: Block[] = []
  const waiting = [{ start: 0, end: order.length }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { start, end } = next
    if (start === end) continue
    const { least, greatest, widest } = yield* boundsOf(places, order.subarray(start, end))
    if (end - start <= blockSize || (greatest[widest] ?? 0) === (least[widest] ?? 0)) {
      order.subarray(start, end).sort()
      blocks.push({ start, end, least, greatest })
      continue
    }
    const middle = start + (yield* partition(places, order.subarray(start, end), widest))
    waiting.push({ start: middle, end }, { start, end: middle })
  }
  return blocks
}

function* boundsOf(places: Float32Array, indexes: Int32Array) {
  const least = new Float32Array(width).fill(Number.POSITIVE_INFINITY)
  const greatest = new Float32Array(width).fill(Number.NEGATIVE_INFINITY)
  for (const [at, index] of indexes.entries()) {
    for (let axis = 0; axis < width; axis++) {
      const value = places[index * width + axis] ?? 0
      if (value < (least[axis] ?? 0)) least[axis] = value
      if (value > (greatest[axis] ?? 0)) greatest[axis] = value
    }
    if (at % (stepSize * 32) === 0) yield
  }
  let widest = 0
  const range = (axis: number) => (greatest[axis] ?? 0) - (least[axis] ?? 0)
  for (let axis = 1; axis < width; axis++) if (range(axis) > range(widest)) widest = axis
  return { least, greatest, widest }
}

/** Moves indexes with small values to the front; returns their number. Both parts get some, as the values differ. */
function* partition(places: Float32Array, indexes: Int32Array, axis: number): Generator<undefined, number> {
  const valueAt = (at: number) => places[(indexes[at] ?? 0) * width + axis] ?? 0
  const samples = Float32Array.from({ length: 101 }, (_, at) => valueAt(Math.floor((at * indexes.length) / 101))).sort()
  let limit = samples[50] ?? 0
  // Values below the limit come first; the least value alone would leave that part empty.
  if (limit === samples[0]) limit = samples.find(value => value > limit) ?? Number.NaN
  let front = 0
  for (let at = 0; at < indexes.length; at++) {
    if (valueAt(at) < limit) {
      const index = indexes[at] ?? 0
      indexes[at] = indexes[front] ?? 0
      indexes[front++] = index
    }
    if (at % (stepSize * 256) === 0) yield
  }
  return front === 0 || front === indexes.length ? indexes.length >> 1 : front
}

/** The coordinates of each vector, scaled to the length 1, and the length of the rest. */
function* project(vectors: Vectors, basis: readonly Float64Array[]): Generator<undefined, Float32Array> {
  const places = new Float32Array(vectors.size * width)
  for (let index = 0; index < vectors.size; index++) {
    const unit = unitOf(vectors.at(index))
    let rest = dot(unit, unit)
    for (const [axis, direction] of basis.entries()) {
      const value = dot(unit, direction)
      places[index * width + axis] = value
      rest -= value * value
    }
    places[index * width + axes] = Math.sqrt(Math.max(0, rest))
    if (index % stepSize === 0) yield
  }
  return places
}

/**
 * Orthogonal directions in which the vectors differ most, approximately. The bound holds for any directions; better ones
 * rule out more pairs.
 */
function* findAxes(vectors: Vectors): Generator<undefined, readonly Float64Array[]> {
  const count = Math.min(maxSamples, vectors.size)
  const samples = Array.from({ length: count }, (_, at) => unitOf(vectors.at(Math.floor((at * vectors.size) / count))))
  yield
  let basis = yield* orthogonal(Array.from({ length: axes }, (_, axis) => pattern(axis)))
  for (let round = 0; round < rounds; round++) {
    const sums = basis.map(() => new Float64Array(dimensions))
    for (const [at, sample] of samples.entries()) {
      for (const [axis, direction] of basis.entries()) {
        addScaled(sums[axis] ?? direction, sample, dot(sample, direction))
      }
      if (at % 32 === 0) yield
    }
    basis = yield* orthogonal(sums)
  }
  return basis
}

/** The same numbers in each run, without a direction of their own. */
function pattern(seed: number): Float64Array {
  let state = seed + 1
  return Float64Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** Gram–Schmidt, twice, because rounding leaves a rest. A direction without a part of its own becomes zero. */
function* orthogonal(directions: readonly Float64Array[]): Generator<undefined, readonly Float64Array[]> {
  const done: Float64Array[] = []
  for (const direction of directions) {
    for (const other of [...done, ...done]) addScaled(direction, other, -dot(direction, other))
    const length = Math.sqrt(dot(direction, direction))
    done.push(direction.map(value => (length < 1e-9 ? 0 : value / length)))
    yield
  }
  return done
}

/** The vector with the length 1; zero if it is zero. */
function unitOf(vector: Int8Array): Float64Array {
  const unit = Float64Array.from(vector)
  const length = Math.sqrt(dot(unit, unit))
  return length === 0 ? unit : unit.map(value => value / length)
}

/** Adds a multiple of another vector to a vector. */
function addScaled(vector: Float64Array, other: Float64Array, factor: number): void {
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) + factor * (other[at] ?? 0)
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}
