import type { TextSpace } from './text-space.ts'

/** The own texts of some scenarios: where those of each begin and end. */
export interface OwnTexts {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly count: number
}

/** Creates the function that lists those of the scenarios with these indexes, by default of all. Valid until the next call. */
export function createOwnTexts({ starts, ownEnds }: TextSpace): (places?: Uint32Array) => OwnTexts {
  const all = { starts, ends: ownEnds, count: ownEnds.length }
  const some = { starts: new Uint32Array(ownEnds.length), ends: new Uint32Array(ownEnds.length) }
  return places => {
    if (places === undefined) return all
    for (let at = 0; at < places.length; at++) {
      some.starts[at] = starts[places[at] ?? 0] ?? 0
      some.ends[at] = ownEnds[places[at] ?? 0] ?? 0
    }
    return { ...some, count: places.length }
  }
}

/** For each of some scenarios, the sum of its own texts' cosines, and the largest of them. Valid until the next call. */
export function createSurvey({ ownEnds }: TextSpace) {
  const sums = new Float64Array(ownEnds.length)
  const largest = new Float64Array(ownEnds.length)
  return (cosines: Float64Array, { starts, ends, count }: OwnTexts) => {
    for (let at = 0; at < count; at++) {
      const end = ends[at] ?? 0
      let sum = 0
      let most = 0
      for (let text = starts[at] ?? 0; text < end; text++) {
        const cosine = cosines[text] ?? 0
        sum += cosine
        // Faster than `Math.max`, which each time waits for the time before.
        if (cosine > most) most = cosine
      }
      sums[at] = sum
      largest[at] = most
    }
    return { sums, largest }
  }
}
