import { findLargest } from './find-largest.ts'
import { createOwnTexts, createSurvey } from './own-texts.ts'
import { findNearest, findSimilaritySettings, lengthOf, remainingShare } from './scenario-similarities.ts'
import type { TextSpace } from './text-space.ts'
import type { TextVector } from './weighting.ts'

/** The scenarios that are near to a message. */
interface NearScenarios {
  /** Their indexes, in order. */
  readonly places: Uint32Array
  /** The cosine of the message and each of their texts; of other texts it is 0. */
  readonly cosines: Float64Array
}

/**
 * Finds all scenarios with one of the `max` largest similarities to a message, or with an own text in its regression, and
 * perhaps others. Those in `given` are among them, and do not count. Undefined if they may be so many that it takes less
 * time to compare the message with all texts. The result is valid until the next call.
 */
export type FindNearScenarios = (
  message: TextVector,
  max: number,
  given: readonly number[],
) => NearScenarios | undefined

/**
 * How many scenarios and own texts are compared for each that is asked for, before others are left out by their bounds:
 * with more, the bounds leave out more.
 */
const firstEach = { scenario: 1.5, text: 3 } as const

/** With more than this share of the scenarios, comparing all of them takes less time. */
const maxShare = 1 / 8

/** After so many messages in a row that are near to too many scenarios, only one in so many is tried. */
const misses = { inRow: 8, interval: 16 } as const

/**
 * Creates this function. A text is no nearer to a message than a text would be that had, of each feature, the largest
 * weight in its scenario. Such bounds need no single texts, and only the features that few scenarios have: the others
 * make no scenario near by themselves. With 1,000 scenarios, a message takes as long as if it is compared with all texts,
 * with 2,000 three quarters of that, with 6,000 half.
 */
export function createNearScenarios(space: TextSpace): FindNearScenarios {
  const { profiles, isOwn, trainingSize } = space
  const { maxRegressed } = findSimilaritySettings(trainingSize)
  const findBounds = createBounds(space)
  const found = createFound(space)
  const findReached = createReached(space)
  const ownTexts = isOwn.reduce((sum, own) => sum + own, 0)
  const fewest = Math.ceil(((maxRegressed * firstEach.text) / ownTexts) * profiles.length)
  const find: FindNearScenarios = (message, max, given) => {
    const { places, similarities, cosines, ofOthers } = findBounds(message)
    found.clear()
    for (const place of given) found.add(place)
    const count = Math.max(fewest, Math.ceil(max * firstEach.scenario)) + given.length
    for (const at of findLargest(similarities, count, () => true)) found.add(places[at] ?? 0)
    found.compare(message)
    const first = found.places().filter(place => !given.includes(place))
    const reached = findReached(found.cosines, first, max)
    const isFar = (similarity: number, cosine: number) => similarity < reached.similarity && cosine < reached.cosine
    if (ofOthers.cosine > 0 && !isFar(ofOthers.similarity, ofOthers.cosine)) return undefined
    for (let at = 0; at < places.length; at++) {
      if (isFar(similarities[at] ?? 0, cosines[at] ?? 0)) continue
      if (found.add(places[at] ?? 0) > profiles.length * maxShare) return undefined
    }
    found.compare(message)
    return { places: found.places(), cosines: found.cosines }
  }
  let missed = 0
  return (message, max, given) => {
    if (missed > misses.inRow && missed++ % misses.interval !== 0) return undefined
    const near = find(message, max, given)
    missed = near === undefined ? missed + 1 : 0
    return near
  }
}

/** The scenarios that are compared with a message. */
function createFound({ profiles, starts, vectors, addWithin }: TextSpace) {
  const cosines = new Float64Array(vectors.length)
  const isFound = new Uint8Array(profiles.length)
  const places = new Uint32Array(profiles.length)
  const ranges = { begins: new Uint32Array(profiles.length), ends: new Uint32Array(profiles.length) }
  let [size, compared] = [0, 0]
  return {
    cosines,
    clear() {
      for (let at = 0; at < size; at++) {
        const place = places[at] ?? 0
        isFound[place] = 0
        cosines.fill(0, starts[place], starts[place + 1])
      }
      size = 0
      compared = 0
    },
    /** Adds a scenario once. Returns their number. */
    add(place: number): number {
      if (isFound[place] === 0) places[size++] = place
      isFound[place] = 1
      return size
    },
    /** Computes the cosines of those added since the last time. */
    compare(message: TextVector): void {
      const added = places.subarray(compared, size).sort()
      for (let at = 0; at < added.length; at++) {
        const place = added[at] ?? 0
        ranges.begins[at] = starts[place] ?? 0
        ranges.ends[at] = starts[place + 1] ?? 0
      }
      if (added.length > 0) addWithin(message, { ...ranges, count: added.length }, cosines)
      compared = size
    },
    /** All in order, once they are compared. */
    places: () => places.subarray(0, size).sort(),
  }
}

/**
 * Creates the function that finds what `max` of these scenarios reach at least, and as many of their own texts as a
 * regression has.
 */
function createReached(space: TextSpace) {
  const { starts, ownEnds, vectors, trainingSize } = space
  const { ofOthers, maxRegressed } = findSimilaritySettings(trainingSize)
  const survey = createSurvey(space)
  const listTexts = createOwnTexts(space)
  const values = new Float64Array(vectors.length)
  return (cosines: Float64Array, places: Uint32Array, max: number) => {
    const texts = listTexts(places)
    const { sums, largest } = survey(cosines, texts)
    // Without the shares in the regression, which only make scenarios more similar.
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0
      const near = largest[at] ?? 0
      const exclusion = findNearest(cosines, ownEnds[place] ?? 0, starts[place + 1] ?? 0)
      const left = exclusion < 0 ? 1 : remainingShare(cosines[exclusion] ?? 0, near)
      values[at] = ofOthers * (near + Math.min(1, (sums[at] ?? 0) / lengthOf(space, place))) * left
    }
    const similarity = largestAt(max, values.subarray(0, places.length))
    let count = 0
    for (let at = 0; at < texts.count; at++) {
      for (let text = texts.starts[at] ?? 0; text < (texts.ends[at] ?? 0); text++) values[count++] = cosines[text] ?? 0
    }
    return { similarity, cosine: largestAt(maxRegressed, values.subarray(0, count)) }
  }
}

/** The value that has this place among the largest; 0 if there are fewer above 0. */
function largestAt(place: number, values: Float64Array): number {
  return values[findLargest(values, place, () => true)[place - 1] ?? -1] ?? 0
}

/** Upper bounds of similarities to a message, and of the cosines of own texts. They are valid until the next call. */
interface Bounds {
  /** The indexes of the scenarios that have a feature which is not common, and their bounds in the same order. */
  readonly places: Uint32Array
  readonly similarities: Float64Array
  readonly cosines: Float64Array
  /** The bounds of all others. */
  readonly ofOthers: { readonly similarity: number; readonly cosine: number }
}

/** A bound is a sum, which is rounded: it may be smaller than what it bounds by less than this factor. */
const rounding = 1 + 1e-6

/** Creates the function that finds them. */
function createBounds(space: TextSpace): (message: TextVector) => Bounds {
  const { profiles, featureCount, trainingSize } = space
  const { ofOthers } = findSimilaritySettings(trainingSize)
  const { isCommon, ofAny, ...postings } = createPostings(space)
  const places = new Uint32Array(profiles.length)
  const sums = new Float64Array(profiles.length)
  const largest = new Float64Array(profiles.length)
  const similarities = new Float64Array(profiles.length)
  const cosines = new Float64Array(profiles.length)
  let size = 0
  const clear = () => {
    for (let at = 0; at < size; at++) {
      sums[places[at] ?? 0] = 0
      largest[places[at] ?? 0] = 0
    }
    size = 0
  }
  const visit = (feature: number, weight: number) => {
    const end = postings.starts[feature + 1] ?? 0
    for (let at = postings.starts[feature] ?? 0; at < end; at++) {
      const place = postings.places[at] ?? 0
      const sum = sums[place] ?? 0
      if (sum === 0) places[size++] = place
      sums[place] = sum + weight * (postings.sums[at] ?? 0)
      largest[place] = (largest[place] ?? 0) + weight * (postings.largest[at] ?? 0)
    }
  }
  const similarityOf = (cosine: number, share: number) => ofOthers * (cosine + Math.min(1, share * rounding))
  return ({ features, weights }) => {
    clear()
    let [common, share] = [0, 0]
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? -1
      const weight = weights[at] ?? 0
      if (feature < 0 || feature >= featureCount) continue
      if (isCommon[feature] === 1) {
        common += weight * (ofAny.largest[feature] ?? 0)
        share += weight * (ofAny.shares[feature] ?? 0)
      } else visit(feature, weight)
    }
    for (let at = 0; at < size; at++) {
      const place = places[at] ?? 0
      const cosine = ((largest[place] ?? 0) + common) * rounding
      cosines[at] = cosine
      similarities[at] = similarityOf(cosine, (sums[place] ?? 0) / lengthOf(space, place) + share)
    }
    return {
      places: places.subarray(0, size),
      similarities: similarities.subarray(0, size),
      cosines: cosines.subarray(0, size),
      ofOthers: { similarity: similarityOf(common * rounding, share), cosine: common * rounding },
    }
  }
}

/** A feature is common if more than this share of the scenarios has it. */
const commonShare = 1 / 8

/** For each feature that is not common, from `starts[feature]` up to the next start, the scenarios that have it. */
interface Postings {
  readonly starts: Int32Array
  readonly places: Uint32Array
  /** The largest weight of the feature in an own text of the scenario, and the sum of its weights in all of them. */
  readonly largest: Float32Array
  readonly sums: Float32Array
  /** By feature: 1 for a common one. */
  readonly isCommon: Uint8Array
  /** By feature, the largest of these weights, and the largest share of a sum in the length of its scenario. */
  readonly ofAny: { readonly largest: Float32Array; readonly shares: Float32Array }
}

function createPostings(space: TextSpace): Postings {
  const { featureCount, starts: firsts, profiles, vectors } = space
  const { features, weights } = vectors.pool
  const starts = new Int32Array(featureCount + 1)
  visitOwn(space, (at, place, before) => {
    const next = (features[at] ?? 0) + 1
    if (before < (firsts[place] ?? 0)) starts[next] = (starts[next] ?? 0) + 1
  })
  const isCommon = new Uint8Array(featureCount)
  for (let feature = 0; feature < featureCount; feature++) {
    const count = starts[feature + 1] ?? 0
    if (count > profiles.length * commonShare) isCommon[feature] = 1
    starts[feature + 1] = (starts[feature] ?? 0) + (isCommon[feature] === 1 ? 0 : count)
  }
  const size = starts[featureCount] ?? 0
  const [places, largest, sums] = [new Uint32Array(size), new Float32Array(size), new Float32Array(size)]
  const ofAny = { largest: new Float32Array(featureCount), shares: new Float32Array(featureCount) }
  /** The sum of the weights of each feature in the present scenario. */
  const summed = new Float64Array(featureCount)
  visitOwn(space, (at, place, before, text) => {
    const feature = features[at] ?? 0
    const weight = weights[at] ?? 0
    const isNew = before < (firsts[place] ?? 0)
    const sum = weight + (isNew ? 0 : (summed[feature] ?? 0))
    summed[feature] = sum
    // Two kinds of features of a text may have the same number.
    const most = before === text ? sum : weight
    ofAny.largest[feature] = Math.max(ofAny.largest[feature] ?? 0, most)
    ofAny.shares[feature] = Math.max(ofAny.shares[feature] ?? 0, sum / lengthOf(space, place))
    if (isCommon[feature] === 1) return
    if (isNew) starts[feature] = (starts[feature] ?? 0) + 1
    const slot = (starts[feature] ?? 0) - 1
    places[slot] = place
    largest[slot] = Math.max(largest[slot] ?? 0, most)
    sums[slot] = sum
  })
  // Now each one is where the next one starts.
  starts.copyWithin(1, 0)
  starts[0] = 0
  return { starts, places, largest, sums, isCommon, ofAny }
}

/** Calls `enter` for each feature of each own text; `before` is the latest text before it with the feature, or -1. */
function visitOwn(
  { profiles, starts, ownEnds, vectors, featureCount }: TextSpace,
  enter: (at: number, place: number, before: number, text: number) => void,
): void {
  const latest = new Int32Array(featureCount).fill(-1)
  for (let place = 0; place < profiles.length; place++) {
    for (let text = starts[place] ?? 0; text < (ownEnds[place] ?? 0); text++) {
      for (let at = vectors.begins[text] ?? 0; at < (vectors.ends[text] ?? 0); at++) {
        const feature = vectors.pool.features[at] ?? 0
        enter(at, place, latest[feature] ?? -1, text)
        latest[feature] = text
      }
    }
  }
}
