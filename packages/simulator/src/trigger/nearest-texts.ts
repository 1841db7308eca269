import { createFindLargest } from './find-largest.ts'
import type { TextSpace } from './text-space.ts'

/** Finds the own texts with the largest cosines, the largest first; for equal cosines, the earlier first. */
export type FindNearestTexts = (cosines: Float64Array, largest: Float64Array) => readonly number[]

/**
 * Creates this function for at most `max` texts; `largest` has the largest cosine of each scenario. Sorting all texts
 * into the list took a third of the time of a message. Most are below a bound that is found by counting.
 */
export function createNearestTexts({ starts, ownEnds, vectors }: TextSpace, max: number): FindNearestTexts {
  const texts = new Int32Array(vectors.length)
  const values = new Float64Array(vectors.length)
  const findBound = createBound(max)
  const findLargest = createFindLargest(max)
  return (cosines, largest) => {
    const bound = findBound(largest, largest.length)
    let size = 0
    for (let place = 0; place < largest.length; place++) {
      if ((largest[place] ?? 0) < bound) continue
      const end = ownEnds[place] ?? 0
      for (let text = starts[place] ?? 0; text < end; text++) {
        const cosine = cosines[text] ?? 0
        if (cosine < bound) continue
        texts[size] = text
        values[size] = cosine
        size++
      }
    }
    const closer = findBound(values, size)
    return findLargest(values.subarray(0, size), at => (values[at] ?? 0) >= closer).map(at => texts[at] ?? 0)
  }
}

const buckets = 512

/**
 * Creates the function that finds a bound which at least `max` of the first values reach, and few more; 0 if there are
 * fewer. The values are from 0 to 1.
 */
function createBound(max: number): (values: Float64Array, size: number) => number {
  const counts = new Int32Array(buckets)
  return (values, size) => {
    counts.fill(0)
    for (let at = 0; at < size; at++) {
      const bucket = Math.min(buckets - 1, Math.floor((values[at] ?? 0) * buckets))
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    let bucket = buckets - 1
    for (let reached = counts[bucket] ?? 0; reached < max && bucket > 0; reached += counts[bucket] ?? 0) bucket--
    return bucket / buckets
  }
}
