import { createNearestTexts } from './nearest-texts.ts'
import { createOwnTexts, createSurvey, type OwnTexts } from './own-texts.ts'
import { ridgeShares } from './ridge.ts'
import type { TextSpace } from './text-space.ts'
import { interpolateSetting } from './training-size.ts'
import { type TextVector, weightsByFeature } from './weighting.ts'

/** The similarity of each scenario to a message, by the scenario's index. */
export interface ScenarioSimilarities {
  /** The similarity of the scenario, 0 to 1. */
  readonly similarities: Float64Array
  /** The share of the scenario in the regression; may be negative. */
  readonly shares: Float64Array
  /** The texts in the regression, in their order. */
  readonly regressed: Int32Array
  /**
   * The index of its most similar own text among all texts; the earlier one if equal, -1 if none has anything in
   * common.
   */
  textOf(scenario: number): number
  /** Its most similar exclusion, in the same form. */
  exclusionOf(scenario: number): number
}

/** The part that is left out: the index of one text among all, or the index of a whole scenario. */
export interface LeftOut {
  readonly text?: number
  readonly scenario?: number
}

/**
 * The parts of a similarity: the scenario's nearest text and the common direction of its texts, with equal weight, and
 * its share in the regression on the nearest texts of all scenarios. With more to learn from, the regression has more
 * weight and includes more texts. Set on the training parts; the share with plenty was then reduced a little after a
 * look at the test parts.
 */
const ridgeShare = { ofLittle: 0.56, ofPlenty: 0.7 } as const
const regressed = { ofLittle: 50, ofPlenty: 80 } as const

/**
 * The ratio at which an exclusion halves a similarity: it must be this much nearer than the nearest own text, since
 * exclusions resemble examples. The effect grows with the tenth power of the ratio.
 */
const exclusionLead = 1.1

/**
 * The smallest length that counts: subtracting one vector from a sum of that vector alone does not always give exactly
 * zero.
 */
const noLength = 1e-3

/**
 * The similarity of each scenario to a message, by the scenario's index, from the message's cosine to each text,
 * including the effect of similar exclusions. The cosines of left-out parts become 0. Of `places`, only the scenarios
 * with these indexes are compared, by default all; the similarity to any other is 0. The result is valid until the next
 * call.
 */
export type ComputeSimilarities = (
  cosines: Float64Array,
  leftOut?: LeftOut,
  places?: Uint32Array,
) => ScenarioSimilarities

/** The weights of the parts of a similarity, and the maximum number of texts in the regression. */
export function findSimilaritySettings(trainingSize: number) {
  const ofRidge = interpolateSetting(trainingSize, ridgeShare)
  return { ofRidge, ofOthers: (1 - ofRidge) / 2, maxRegressed: Math.round(interpolateSetting(trainingSize, regressed)) }
}

/**
 * The smallest cosine of the texts in a regression of at most `maxRegressed`; 0 if it includes all that have something in
 * common.
 */
export function findReach(cosines: Float64Array, regressed: Int32Array, maxRegressed: number): number {
  if (regressed.length < maxRegressed) return 0
  return regressed.reduce((smallest, text) => Math.min(smallest, cosines[text] ?? 0), 1)
}

/** Creates this function for the texts of a bot. */
export function createSimilarities(space: TextSpace): ComputeSimilarities {
  const { profiles, starts, ownEnds, trainingSize } = space
  const survey = createSurvey(space)
  const regress = createRegression(space)
  const listTexts = createOwnTexts(space)
  const similarities = new Float64Array(profiles.length)
  const { ofRidge, ofOthers } = findSimilaritySettings(trainingSize)
  return (cosines, { text, scenario } = {}, places) => {
    if (text !== undefined) cosines[text] = 0
    if (scenario !== undefined) cosines.fill(0, starts[scenario], starts[scenario + 1])
    const texts = listTexts(places)
    const { sums, largest } = survey(cosines, texts)
    const { shares: ridge, nearest: regressed } = regress(cosines, largest, texts)
    const exclusionOf = (place: number) => findNearest(cosines, ownEnds[place] ?? 0, starts[place + 1] ?? 0)
    similarities.fill(0)
    for (let at = 0; at < texts.count; at++) {
      const place = places === undefined ? at : (places[at] ?? 0)
      const sum = sums[at] ?? 0
      const near = largest[at] ?? 0
      // Most of the many scenarios share nothing with a message.
      if (sum <= 0) continue
      const common = Math.min(1, sum / lengthWithout(space, place, text))
      const similarity = ofOthers * (near + common) + ofRidge * Math.max(0, ridge[place] ?? 0)
      const exclusion = exclusionOf(place)
      const left = exclusion < 0 ? 1 : remainingShare(cosines[exclusion] ?? 0, near)
      similarities[place] = Math.min(1, similarity) * left
    }
    return {
      similarities,
      shares: ridge,
      regressed,
      textOf: place => findNearest(cosines, starts[place] ?? 0, ownEnds[place] ?? 0),
      exclusionOf,
    }
  }
}

/**
 * The index of the largest cosine above 0 from `begin` to before `end`, the earlier of two equal ones; -1 if there is
 * none.
 */
export function findNearest(cosines: Float64Array, begin: number, end: number): number {
  let nearest = -1
  let similarity = 0
  for (let text = begin; text < end; text++) {
    const found = cosines[text] ?? 0
    if (found <= similarity) continue
    nearest = text
    similarity = found
  }
  return nearest
}

/** Each scenario's share in the regression; `largest` has the largest cosine of each of the scenarios of the texts. */
function createRegression(space: TextSpace) {
  const { profiles, owners, trainingSize, pairwise } = space
  const max = findSimilaritySettings(trainingSize).maxRegressed
  const findNearestTexts = createNearestTexts(space, max)
  const shares = new Float64Array(profiles.length)
  const toMessages = new Float64Array(max)
  return (cosines: Float64Array, largest: Float64Array, texts: OwnTexts) => {
    const nearest = findNearestTexts(cosines, largest, texts)
    const toMessage = toMessages.subarray(0, nearest.length)
    for (let at = 0; at < nearest.length; at++) toMessage[at] = cosines[nearest[at] ?? 0] ?? 0
    const weights = ridgeShares(toMessage, pairwise(nearest))
    shares.fill(0)
    for (let at = 0; at < nearest.length; at++) {
      const owner = owners[nearest[at] ?? 0] ?? 0
      shares[owner] = (shares[owner] ?? 0) + (weights[at] ?? 0)
    }
    return { shares, nearest }
  }
}

/** The length of the sum of a scenario's own texts. */
export function lengthOf({ sumLengths }: TextSpace, place: number): number {
  return Math.max(noLength, sumLengths[place] ?? 0)
}

/**
 * The length of the sum of a scenario's own texts without one of them, computed from that text's similarity to the
 * others.
 */
function lengthWithout(space: TextSpace, place: number, text?: number): number {
  const { profiles, owners, sumLengths } = space
  if (text === undefined || owners[text] !== place) return lengthOf(space, place)
  const length = sumLengths[place] ?? 0
  const { first = 0, texts } = profiles[place] ?? {}
  const { toOthers, toItself } = sumProducts(space, text, { first, end: first + (texts?.ownCount ?? 0) })
  return Math.sqrt(Math.max(noLength ** 2, length ** 2 - 2 * toOthers - toItself))
}

/** The product of a text with itself, and the sum of its products with the other texts from `first` to before `end`. */
function sumProducts(
  { vectors, featureCount }: TextSpace,
  text: number,
  { first, end }: { readonly first: number; readonly end: number },
) {
  const { features = new Int32Array(), weights = new Float32Array() } = vectors.at(text) ?? {}
  const weightOf = weightsByFeature(featureCount)
  for (let at = 0; at < features.length; at++) weightOf[features[at] ?? 0] = weights[at] ?? 0
  let [toOthers, toItself] = [0, 0]
  for (let other = first; other < end; other++) {
    const product = productWith(vectors.at(other), weightOf)
    if (other === text) toItself = product
    else toOthers += product
  }
  for (let at = 0; at < features.length; at++) weightOf[features[at] ?? 0] = 0
  return { toOthers, toItself }
}

function productWith(vector: TextVector | undefined, weightOf: Float64Array): number {
  let sum = 0
  if (vector === undefined) return sum
  const { features, weights } = vector
  for (let at = 0; at < features.length; at++) sum += (weights[at] ?? 0) * (weightOf[features[at] ?? 0] ?? 0)
  return sum
}

/**
 * The share of a similarity that remains despite a near exclusion, 0 to 1: nearly all if an own text is nearer, half if
 * the exclusion is nearer by a tenth, nearly nothing if it is much nearer.
 */
export function remainingShare(exclusion: number, own: number): number {
  if (exclusion <= 0) return 1
  const lead = exclusion / (exclusionLead * own)
  const fifth = lead * lead * lead * lead * lead
  return 1 / (1 + fifth * fifth)
}
