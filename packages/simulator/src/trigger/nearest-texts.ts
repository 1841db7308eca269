import type { OwnTexts } from './own-texts.ts'
import type { TextSpace } from './text-space.ts'

/**
 * Finds the own texts with the largest cosines, in the order of the texts; of equal cosines, the earlier ones. The list
 * is valid until the next call.
 */
export type FindNearestTexts = (cosines: Float64Array, largest: Float64Array, texts: OwnTexts) => Int32Array

/**
 * Creates this function for at most `max` texts; `largest` has the largest cosine of each of their scenarios. Sorting all
 * texts into the list took a third of the time of a message. Most are below a bound that is found by counting.
 */
export function createNearestTexts({ vectors }: TextSpace, max: number): FindNearestTexts {
  const texts = new Int32Array(vectors.length)
  const values = new Float64Array(vectors.length)
  const findBound = createBound(max)
  const findSmallest = createSmallestOfLargest(max)
  const nearest = new Int32Array(max)
  return (cosines, largest, { starts, ends, count: scenarios }) => {
    const bound = findBound(largest, scenarios)
    let size = 0
    for (let at = 0; at < scenarios; at++) {
      if ((largest[at] ?? 0) < bound) continue
      const end = ends[at] ?? 0
      for (let text = starts[at] ?? 0; text < end; text++) {
        const cosine = cosines[text] ?? 0
        // A text without anything in common is not near.
        if (cosine < bound || cosine <= 0) continue
        texts[size] = text
        values[size] = cosine
        size++
      }
    }
    const { smallest, room } = findSmallest(values, size, findBound(values, size))
    let [count, equal] = [0, 0]
    for (let at = 0; at < size; at++) {
      const cosine = values[at] ?? 0
      if (cosine < smallest || (cosine === smallest && equal++ >= room)) continue
      nearest[count++] = texts[at] ?? 0
    }
    return nearest.subarray(0, count)
  }
}

/**
 * Creates the function that finds the smallest of the `max` largest values, and how many of those are equal to it. All
 * of them are at least `bound`. If there are fewer values, it is 0.
 */
function createSmallestOfLargest(max: number) {
  const largest = new Float64Array(max)
  return (values: Float64Array, size: number, bound: number) => {
    let count = 0
    for (let at = 0; at < size; at++) {
      const value = values[at] ?? 0
      if (value < bound || (count === max && value <= (largest[max - 1] ?? 0))) continue
      let place = count < max ? count++ : max - 1
      for (; place > 0 && (largest[place - 1] ?? 0) < value; place--) largest[place] = largest[place - 1] ?? 0
      largest[place] = value
    }
    if (count < max) return { smallest: 0, room: 0 }
    const smallest = largest[max - 1] ?? 0
    return { smallest, room: max - largest.indexOf(smallest) }
  }
}

const buckets = 512

/**
 * Creates the function that finds a bound which at least `max` of the first values reach, and few more; 0 if there are
 * fewer. The values are from 0 to 1.
 */
function createBound(max: number): (values: Float64Array, size: number) => number {
  // The last bucket is for 1 itself; rounding errors may exceed it a little.
  const counts = new Int32Array(buckets + 1)
  return (values, size) => {
    counts.fill(0)
    for (let at = 0; at < size; at++) {
      const bucket = ((values[at] ?? 0) * buckets) | 0
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    let bucket = buckets
    for (let reached = counts[bucket] ?? 0; reached < max && bucket > 0; reached += counts[bucket] ?? 0) bucket--
    return bucket / buckets
  }
}
