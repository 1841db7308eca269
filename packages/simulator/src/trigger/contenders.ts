import { createComparison } from './comparison.ts'
import { confidenceOf, exactConfidence, similarityFor } from './confidence.ts'
import { fold } from './fold.ts'
import { leave } from './leave.ts'
import type { Profile } from './profile.ts'
import { type Evidence, similarityOf, weighEvidence } from './score-scenario.ts'
import type { Contender, Scorer } from './scorer.ts'
import { roundWeight } from './shared-words.ts'
import { createShortlist } from './shortlist.ts'
import { type Nearness, nearnessOf } from './similarity.ts'
import type { SparseVector } from './sparse-vector.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a scorer has made of its scenarios, in their order. */
export interface PreparedScenarios {
  readonly profiles: readonly Profile[]
  readonly vectors: readonly (readonly SparseVector[])[]
  readonly vocabulary: Vocabulary
}

/** Makes what finds the contenders: only scenarios on a short list have each of their texts looked at. */
export function createContenders({ profiles, vectors, vocabulary }: PreparedScenarios): Scorer['contenders'] {
  const shortlist = createShortlist(profiles, vectors, vocabulary.size)
  const comparison = createComparison(profiles, vectors, vocabulary.size)
  const knownVector = (message: string, place = -1, example = -1) =>
    profiles[place]?.examples[example] === message ? vectors[place]?.[example] : undefined
  const placesByText = placesByExample(profiles)
  const placeByKey = new Map(profiles.map(({ key }, place) => [key, place]))
  return (message, least, without) => {
    const folded = fold(message)
    const own = without && placeByKey.get(without.scenario)
    const vector = knownVector(message, own, without?.example) ?? vocabulary.vectorOf(message)
    const places = new Set([...shortlist.of(vector, similarityFor(least)), ...(placesByText.get(folded) ?? [])])
    if (own !== undefined) places.add(own)
    const cosines = comparison.of(vector, places)
    const weighed = [...places].sort(byNumber).flatMap(place => {
      const profile = profiles[place]
      if (profile === undefined) return []
      const leftOut = leave(profile, without, text =>
        text === message ? cosines : comparison.ofOne(vocabulary.vectorOf(text), place),
      )
      const nearness = nearnessOf(profile, cosines, leftOut)
      return { profile, nearness, evidence: weighEvidence(profile, folded, nearness, leftOut?.example) }
    })
    const best = weighed.reduce((most, { evidence }) => Math.max(most, similarityOf(evidence)), 0)
    return weighed.flatMap(found => {
      const contender = contenderOf(found, best)
      const isListed = contender.confidence >= least || contender.scenario === without?.scenario
      return isListed && found.evidence.kind !== 'exact-exclusion' ? contender : []
    })
  }
}

function contenderOf({ profile, nearness, evidence }: Weighed, best: number): Contender {
  const { key, minConfidence } = profile
  const { example, exclusion } = nearness
  return {
    scenario: key,
    confidence: evidence.kind === 'exact-example' ? exactConfidence : confidenceOf(similarityOf(evidence), best),
    min_confidence: minConfidence,
    ...(example && { nearest: { example: example.place, likeness: roundWeight(example.similarity) } }),
    ...(exclusion && { nearestExclusion: { exclusion: exclusion.place, likeness: roundWeight(exclusion.similarity) } }),
  }
}

interface Weighed {
  readonly profile: Profile
  readonly nearness: Nearness
  readonly evidence: Evidence
}

/** The scenarios that have an example of a folded text. */
function placesByExample(profiles: readonly Profile[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  profiles.forEach(({ exampleByText }, place) => {
    for (const text of exampleByText.keys()) {
      const found = places.get(text)
      if (found === undefined) places.set(text, [place])
      else found.push(place)
    }
  })
  return places
}

function byNumber(a: number, b: number): number {
  return a - b
}
