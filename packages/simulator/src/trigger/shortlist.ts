import type { Profile } from './profile.ts'
import { atMostOf } from './similarity.ts'
import type { SparseVector } from './sparse-vector.ts'

/** Tells which scenarios a message may be near to, without a look at each of their texts. */
export interface Shortlist {
  /** The places of the scenarios whose similarity to the message may be `least` or more; others surely are less near. */
  of(message: SparseVector, least: number): readonly number[]
}

/**
 * The share of what is asked for that the commonest features may add without being looked at. They are in most scenarios
 * and tell little, so the list is hardly longer for it (measured on 1,000 generated scenarios).
 */
const passedOver = 0.25

/** For each feature, from `starts[feature]` on, the scenarios that have it, and what it adds to a similarity at the most. */
interface Index {
  readonly starts: Uint32Array
  readonly holders: Uint32Array
  readonly shares: Float64Array
  /** The largest share of each feature. */
  readonly most: Float64Array
}

/** Each scenario is one entry a feature, however many texts it has: the sum of what its texts may add. */
export function createShortlist(
  profiles: readonly Profile[],
  vectors: readonly (readonly SparseVector[])[],
  featureCount: number,
): Shortlist {
  const { starts, holders, shares, most } = createIndex(
    profiles.map((profile, place) => atMostOf(profile, vectors[place] ?? [])),
    featureCount,
  )
  const sums = new Float64Array(profiles.length)
  const holdersOf = (feature: number) => (starts[feature + 1] ?? 0) - (starts[feature] ?? 0)
  return {
    of({ features, weights }, least) {
      sums.fill(0)
      let unseen = 0
      const commonestFirst = Array.from(features, (feature, at) => ({ feature, weight: weights[at] ?? 0 })).sort(
        (a, b) => holdersOf(b.feature) - holdersOf(a.feature),
      )
      for (const { feature, weight } of commonestFirst) {
        const possible = weight * (most[feature] ?? 0)
        if (unseen + possible <= least * passedOver) {
          unseen += possible
          continue
        }
        const end = starts[feature + 1] ?? 0
        for (let slot = starts[feature] ?? 0; slot < end; slot++) {
          const place = holders[slot] ?? 0
          sums[place] = (sums[place] ?? 0) + weight * (shares[slot] ?? 0)
        }
      }
      const found: number[] = []
      for (let place = 0; place < sums.length; place++) if ((sums[place] ?? 0) + unseen >= least) found.push(place)
      return found
    },
  }
}

function createIndex(scenarios: readonly ReadonlyMap<number, number>[], featureCount: number): Index {
  const starts = new Uint32Array(featureCount + 1)
  for (const scenario of scenarios) {
    for (const feature of scenario.keys()) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1
  }
  for (let at = 0; at < featureCount; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  const total = starts[featureCount] ?? 0
  const holders = new Uint32Array(total)
  const shares = new Float64Array(total)
  const most = new Float64Array(featureCount)
  const next = starts.slice()
  scenarios.forEach((scenario, place) => {
    for (const [feature, share] of scenario) {
      const slot = next[feature] ?? 0
      next[feature] = slot + 1
      holders[slot] = place
      shares[slot] = share
      most[feature] = Math.max(most[feature] ?? 0, share)
    }
  })
  return { starts, holders, shares, most }
}
