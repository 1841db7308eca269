import { dimensions } from './hash-vector.ts'

/** Vectors in one block, which grows, and how near others are to them. */
export interface VectorList {
  readonly size: number
  /** In bytes. */
  readonly memory: number
  add(vector: Int8Array): void
  vectorAt(place: number): Int8Array
  /** Writes the cosines of the vectors from `start` up to before `end` to their places in `cosines`. */
  compare(vector: Int8Array, cosines: Float32Array, range: { readonly start: number; readonly end: number }): void
}

/** Makes an empty one. */
export function createVectorList(): VectorList {
  let numbers = new Int8Array(64 * dimensions)
  let lengths = new Float32Array(64)
  let size = 0
  return {
    get size() {
      return size
    },
    get memory() {
      return numbers.byteLength + lengths.byteLength
    },
    add(vector) {
      if (size === lengths.length) {
        numbers = grown(numbers, new Int8Array(numbers.length * 2))
        lengths = grown(lengths, new Float32Array(lengths.length * 2))
      }
      numbers.set(vector, size * dimensions)
      lengths[size] = lengthOf(vector)
      size++
    },
    vectorAt: place => numbers.subarray(place * dimensions, (place + 1) * dimensions),
    compare(vector, cosines, { start, end }) {
      const length = lengthOf(vector)
      // Numbers of the machine's own kind are multiplied faster than bytes.
      const wide = Int32Array.from(vector)
      for (let place = start; place < end; place++) {
        const product = length * (lengths[place] ?? 0)
        cosines[place] = product === 0 ? 0 : dot(wide, numbers, place * dimensions) / product
      }
    },
  }
}

function grown<List extends { set(other: List): void }>(old: List, larger: List): List {
  larger.set(old)
  return larger
}

function lengthOf(vector: Int8Array): number {
  let square = 0
  for (const number of vector) square += number * number
  return Math.sqrt(square)
}

/** Whole numbers: the sum is the same in any order, on any machine. */
function dot(vector: Int32Array, numbers: Int8Array, start: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let at = 0; at < dimensions; at += 4) {
    first += (vector[at] ?? 0) * (numbers[start + at] ?? 0)
    second += (vector[at + 1] ?? 0) * (numbers[start + at + 1] ?? 0)
    third += (vector[at + 2] ?? 0) * (numbers[start + at + 2] ?? 0)
    fourth += (vector[at + 3] ?? 0) * (numbers[start + at + 3] ?? 0)
  }
  return first + second + third + fourth
}
