import { findLargest } from '../trigger/find-largest.ts'
import { canKeepSimilarities } from '../trigger/kept-similarities.ts'
import type { ScorerParts } from '../trigger/lexical-scorer.ts'
import { createNearScenarios } from '../trigger/near-scenarios.ts'
import {
  createSimilarities,
  findNearest,
  findReach,
  findSimilaritySettings,
  type LeftOut,
} from '../trigger/scenario-similarities.ts'
import { findTopSimilarities } from '../trigger/top-similarities.ts'
import { createLocalPairs } from './local-pairs.ts'
import type { Candidate, MessageRecord, NearText } from './records.ts'
import type { EvaluatedMessage } from './state.ts'

/**
 * The number of scenarios that are recorded for a message: a rule uses six of them. The scenario of an example is always
 * recorded.
 */
const maxCandidates = 9

/** Three similarities determine the confidences. */
const fewestCandidates = 3

/**
 * A scenario that is this far behind the best, and less similar than this, has a confidence below 10 in any bot, and no
 * rule uses it.
 */
const tooFarBehind = 0.36
const similarAnyway = 0.49

/** Records the messages of a group. The result depends only on them and on the bot. */
export type RecordMessages = (messages: readonly EvaluatedMessage[]) => readonly MessageRecord[]

/**
 * From this many scenarios on, near ones are found first, if the messages are many enough: at least this share of the
 * number of scenarios. With fewer, comparing all takes no longer.
 */
const manyScenarios = 2000
const manyMessages = 1 / 8

/** Creates this function for a bot; `count` is the number of messages. */
export function createRecordMessages(
  { space, findExact }: Pick<ScorerParts, 'space' | 'findExact'>,
  count: number,
): RecordMessages {
  const { profiles, owners, starts, vectors, featureCount } = space
  const { maxRegressed } = findSimilaritySettings(space.trainingSize)
  const pairs = canKeepSimilarities(vectors.length)
    ? { pairwise: space.pairwise, reset() {} }
    : createLocalPairs(vectors, featureCount)
  const computeSimilarities = createSimilarities({ ...space, pairwise: pairs.pairwise })
  const isMany = profiles.length >= manyScenarios && count >= profiles.length * manyMessages
  const findNearScenarios = isMany ? createNearScenarios(space) : undefined
  const places = new Map(profiles.map(({ key }, place) => [key, place]))

  const record = ({ text, without }: EvaluatedMessage): MessageRecord => {
    const own = without === undefined ? -1 : (places.get(without.scenario) ?? -1)
    const example = own < 0 ? -1 : (starts[own] ?? 0) + (without?.example ?? 0)
    const leftOut: LeftOut = example < 0 ? {} : { text: example }
    const ofExample = example < 0 ? undefined : vectors.at(example)
    const exact = findExact(text, (scenario, place) => {
      return place !== undefined && (starts[scenario] ?? 0) + place === example
    })
    const message = ofExample ?? space.vectorOf(space.wordsOf(text))
    const found = findNearScenarios?.(message, maxCandidates, [...exact.keys(), ...(own < 0 ? [] : [own])])
    const compared = found?.places
    const cosines = found?.cosines ?? space.similarities(message)
    const { similarities, shares, regressed, exclusionOf } = computeSimilarities(cosines, leftOut, compared)
    const reach = findReach(cosines, regressed, maxRegressed)
    const near = Array.from(regressed, (nearest): NearText => {
      const place = owners[nearest] ?? 0
      const share = Math.max(0, shares[place] ?? 0)
      return { place, index: nearest - (starts[place] ?? 0), maxShare: Math.ceil(share * 1000) }
    })
    for (const [scenario, { kind }] of exact) similarities[scenario] = kind === 'exact-example' ? 1 : 0
    const isExcluded = (scenario: number) => exact.get(scenario)?.kind === 'exact-exclusion'
    const values = compared ? Float64Array.from(compared, place => similarities[place] ?? 0) : similarities
    const largest = findLargest(values, maxCandidates, () => true).map(at => compared?.[at] ?? at)
    const { listed, cut } = selectCandidates(largest, similarities)
    const chosen = own < 0 || listed.includes(own) ? listed : [...listed, own]
    const toCandidate = (place: number): Candidate => {
      const { first = 0, texts } = profiles[place] ?? {}
      const { examples = [], ownCount = 0 } = texts ?? {}
      const nearest = findNearest(cosines, first, first + examples.length)
      const exclusion = exclusionOf(place)
      return {
        place,
        similarity: similarities[place] ?? 0,
        isExact: similarities[place] === 1 && exact.has(place),
        ...(nearest >= 0 && { nearest: [nearest - first, thousandths(cosines[nearest])] }),
        ...(exclusion >= 0 && { nearestExclusion: [exclusion - first - ownCount, thousandths(cosines[exclusion])] }),
      }
    }
    return {
      top: findTopSimilarities(values),
      candidates: chosen
        .filter(place => !isExcluded(place))
        .sort((one, other) => one - other)
        .map(toCandidate),
      cut,
      reach,
      near,
    }
  }

  return messages => {
    pairs.reset()
    return messages.map(record)
  }
}

/** Those of the largest similarities that may matter, and the similarity that no other scenario exceeds. */
function selectCandidates(largest: readonly number[], similarities: Float64Array) {
  const min = Math.min(similarAnyway, (similarities[largest[0] ?? 0] ?? 0) - tooFarBehind)
  const listed = largest.filter((place, at) => at < fewestCandidates || (similarities[place] ?? 0) >= min)
  const [third, last] = [listed[fewestCandidates - 1], listed[maxCandidates - 1]]
  if (last !== undefined) return { listed, cut: similarities[last] ?? 0 }
  return { listed, cut: Math.min(min, third === undefined ? 0 : (similarities[third] ?? 0)) }
}

function thousandths(similarity = 0): number {
  return Math.round(similarity * 1000)
}
