import { dimensions } from '../retrieval/hash-vector.ts'

/** Vectors of signed bytes, of which each pair can be asked whether it is near. */
export interface NearVectors {
  readonly size: number
  add(vector: Int8Array): void
  isNear(one: number, other: number): boolean
}

/** Numbers that are multiplied before looking whether the rest can still make up for what is lacking. */
const stride = 64
const strides = dimensions / stride

/** Pairs whose cosine is `threshold` or more are near. Room for `most` vectors is made at once. */
export function createNearVectors(most: number, threshold: number): NearVectors {
  const numbers = new Int8Array(most * dimensions)
  /** The length of what is left of each vector, from each stride on: two rests give no more than the product of theirs. */
  const rests = new Float64Array(most * (strides + 1))
  let size = 0
  return {
    get size() {
      return size
    },
    add(vector) {
      numbers.set(vector, size * dimensions)
      let square = 0
      for (let at = strides - 1; at >= 0; at--) {
        square += dot(vector, vector, { one: at * stride, other: at * stride })
        rests[size * (strides + 1) + at] = Math.sqrt(square)
      }
      size++
    },
    isNear(one, other) {
      const [ofOne, ofOther] = [one * (strides + 1), other * (strides + 1)]
      const needed = threshold * (rests[ofOne] ?? 0) * (rests[ofOther] ?? 0)
      if (needed === 0) return false
      let sum = 0
      for (let at = 0; at < strides; at++) {
        const from = at * stride
        sum += dot(numbers, numbers, { one: one * dimensions + from, other: other * dimensions + from })
        const rest = (rests[ofOne + at + 1] ?? 0) * (rests[ofOther + at + 1] ?? 0)
        // A pair that is just near must not be lost to rounding.
        if (sum + rest < needed * (1 - 1e-12)) return false
      }
      return sum >= needed * (1 - 1e-12)
    },
  }
}

function dot(left: Int8Array, right: Int8Array, start: { readonly one: number; readonly other: number }): number {
  const { one, other } = start
  let [first, second] = [0, 0]
  for (let at = 0; at < stride; at += 2) {
    first += (left[one + at] ?? 0) * (right[other + at] ?? 0)
    second += (left[one + at + 1] ?? 0) * (right[other + at + 1] ?? 0)
  }
  return first + second
}
