import type { Profile } from './profile.ts'
import { atMostSimilar } from './similarity.ts'
import type { SparseVector } from './sparse-vector.ts'

/** Tells which scenarios a message may be near to, without a look at each of their texts. */
export interface Shortlist {
  /** The places of the scenarios whose similarity to the message may be `least` or more; others surely are less near. */
  of(message: SparseVector, least: number): readonly number[]
}

/** A scenario's examples are added up, so that a message meets each scenario once, and not each of its texts. */
export function createShortlist(
  profiles: readonly Profile[],
  vectors: readonly (readonly SparseVector[])[],
  featureCount: number,
): Shortlist {
  const sums = profiles.map((profile, place) => addUp(profile, vectors[place] ?? []))
  const starts = new Uint32Array(featureCount + 1)
  for (const sum of sums) for (const feature of sum.keys()) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1
  for (let at = 0; at < featureCount; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  const total = starts[featureCount] ?? 0
  const holders = new Uint32Array(total)
  const ofExamples = new Float64Array(total)
  const ofDescription = new Float64Array(total)
  const next = starts.slice()
  sums.forEach((sum, place) => {
    for (const [feature, { examples, description }] of sum) {
      const slot = next[feature] ?? 0
      next[feature] = slot + 1
      holders[slot] = place
      ofExamples[slot] = examples
      ofDescription[slot] = description
    }
  })
  const exampleSums = new Float64Array(profiles.length)
  const descriptions = new Float64Array(profiles.length)
  return {
    of({ features, weights }, least) {
      exampleSums.fill(0)
      descriptions.fill(0)
      for (let at = 0; at < features.length; at++) {
        const feature = features[at] ?? 0
        const weight = weights[at] ?? 0
        const end = starts[feature + 1] ?? 0
        for (let slot = starts[feature] ?? 0; slot < end; slot++) {
          const place = holders[slot] ?? 0
          exampleSums[place] = (exampleSums[place] ?? 0) + weight * (ofExamples[slot] ?? 0)
          descriptions[place] = (descriptions[place] ?? 0) + weight * (ofDescription[slot] ?? 0)
        }
      }
      const found: number[] = []
      profiles.forEach((profile, place) => {
        if (atMostSimilar(profile, exampleSums[place] ?? 0, descriptions[place] ?? 0) >= least) found.push(place)
      })
      return found
    },
  }
}

interface Weights {
  examples: number
  description: number
}

function addUp({ examples }: Profile, vectors: readonly SparseVector[]): ReadonlyMap<number, Weights> {
  const sum = new Map<number, Weights>()
  vectors.slice(0, examples.length + 1).forEach(({ features, weights }, text) => {
    const part = text === examples.length ? 'description' : 'examples'
    features.forEach((feature, at) => {
      const found = sum.get(feature) ?? { examples: 0, description: 0 }
      found[part] += weights[at] ?? 0
      sum.set(feature, found)
    })
  })
  return sum
}
