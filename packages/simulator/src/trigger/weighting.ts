import type { TextFeatures } from './lexicon.ts'
import type { TextCounts } from './text-counts.ts'
import { interpolateSetting, measureTrainingSize } from './training-size.ts'

/** From this many scenarios on, speed matters more than the last bit of accuracy. */
const largeBot = 200

/** A text as weighted features; a unit vector, or empty. Features that no text has are included in the length. */
export interface TextVector {
  readonly features: Int32Array
  readonly weights: Float32Array
}

/** The weights of the features of a bot. */
export interface Weighting {
  /** The vector of a text or a message. It is valid until the next call. */
  readVector(text: TextFeatures): TextVector
  /** The weight of a feature: higher if fewer scenarios have it. -1 is one that none has. */
  idfOf(feature: number): number
  /** Whether vectors of the earlier weighting, given by their features in a range of a list, are still valid for this one. */
  keeps(features: Int32Array, begin: number, end: number): boolean
  /** By feature. */
  readonly idfs: Float32Array
}

/**
 * The weight of each kind: words, pairs, runs of letters. Measured, like all values here without another source, on the
 * training parts of BANKING77 and CLINC150.
 */
const shares = [1.25, 1.25, 2] as const

/**
 * Features are weighted as if the bot had this many further scenarios, so that a feature has similar weights in a large
 * bot and in one with eight scenarios. The number grows with the training size, in steps of this share of the range, so
 * that one more text leaves nearly all weights unchanged.
 */
const background = { ofLittle: 2000, ofPlenty: 5000 } as const
const trainingSizeStep = 1 / 8

/**
 * The minimum number of scenarios for weighting. A feature of two out of eight scenarios would also occur in a quarter
 * of this many: it is not distinctive. Measured on small sets in six languages.
 */
const fewestWeighed = 50

/**
 * In a large bot, a feature that more than this share of the scenarios have is ignored: it is hardly distinctive, and
 * such features take most of the time.
 */
const passedOver = 0.5

/**
 * In a large bot, features that at most this many scenarios have are weighted equally, and so are those up to four times
 * as many, and so on. A changed example then leaves nearly all other weights unchanged: half of the edits of one example
 * of 1,000 scenarios change a weight in one other text, where equal steps of 9 % changed 85. The accuracy is the same.
 */
const rarest = 8
const rangeRatio = 4

/** Weights features by the number of scenarios that have them. */
export function createWeighting(
  { holders, scenarioCount, ownCount }: Pick<TextCounts, 'holders' | 'scenarioCount' | 'ownCount'>,
  earlierIdfs?: Float32Array,
): Weighting {
  const idfByCount = idfsByHolders({ scenarioCount, ownCount })
  const idfs = new Float32Array(holders.length)
  holders.forEach((holding, feature) => {
    idfs[feature] = idfByCount[holding] ?? 0
  })
  const unknown = idfByCount[0] ?? 0
  const context = { idfs, unknown }
  let scratch = createVector(0)
  const idfOf = (feature: number) => (feature < 0 ? unknown : (idfs[feature] ?? unknown))
  return {
    idfs,
    idfOf,
    readVector({ features, counts, ends }) {
      const size = features.length
      if (scratch.weights.length < size) scratch = createVector(size * 2)
      const weights = weigh({ features, counts, ends }, context, scratch.weights.subarray(0, size))
      const kept = copyWeighted({ features, weights }, scratch)
      return { features: scratch.features.subarray(0, kept), weights: scratch.weights.subarray(0, kept) }
    },
    keeps: createKeeps(idfs, earlierIdfs),
  }
}

/** The weight of a feature by the number of scenarios that have it, which depends on the training size. */
export function idfsByHolders({
  scenarioCount,
  ownCount,
}: Pick<TextCounts, 'scenarioCount' | 'ownCount'>): Float32Array {
  const backgroundCount = backgroundScenarios(ownCount, scenarioCount)
  return Float32Array.from({ length: scenarioCount + 1 }, (_, holding) =>
    inverseDocumentFrequency(scenarioCount, holding, backgroundCount),
  )
}

/** Creates the function that tells whether vectors of earlier weights are still valid. */
function createKeeps(idfs: Float32Array, earlier: Float32Array | undefined): Weighting['keeps'] {
  if (earlier === undefined) return () => false
  const isOther = new Uint8Array(idfs.length)
  for (let feature = 0; feature < isOther.length; feature++) {
    if (earlier[feature] === idfs[feature]) continue
    isOther[feature] = 1
    // A vector does not tell whether its text has a feature that had no weight.
    if (earlier[feature] === 0) return () => false
  }
  return (features, begin, end) => {
    for (let at = begin; at < end; at++) if (isOther[features[at] ?? 0] !== 0) return false
    return true
  }
}

function backgroundScenarios(ownCount: number, scenarioCount: number): number {
  const trainingSize = measureTrainingSize(ownCount, scenarioCount)
  return interpolateSetting(Math.round(trainingSize / trainingSizeStep) * trainingSizeStep, background)
}

function inverseDocumentFrequency(scenarios: number, holding: number, beside: number): number {
  if (isLargeBot(scenarios) && holding > scenarios * passedOver) return 0
  const weighed = Math.max(scenarios, fewestWeighed)
  const scaled = holding <= 1 ? holding : 1 + ((holding - 1) * weighed) / scenarios
  return Math.log((weighed + beside + 1) / ((isLargeBot(scenarios) ? middleOfRange(scaled) : scaled) + 0.5))
}

/** The number of scenarios that stands for all numbers in its range: the middle, on a logarithmic scale. */
function middleOfRange(held: number): number {
  if (held < 1) return held
  let end = rarest
  while (held > end) end *= rangeRatio
  return end / Math.sqrt(end === rarest ? rarest : rangeRatio)
}

/**
 * Each kind is normalized separately, so that a long word does not outweigh the others with its many runs of letters.
 */
function weigh(
  { features, counts, ends }: TextFeatures,
  { idfs, unknown }: { readonly idfs: Float32Array; readonly unknown: number },
  weights: Float32Array,
): Float32Array {
  let begin = 0
  let total = 0
  for (let kind = 0; kind < ends.length; kind++) {
    const end = ends[kind] ?? 0
    let square = 0
    for (let at = begin; at < end; at++) {
      const count = counts[at] ?? 1
      const often = count === 1 ? 1 : 1 + Math.log(count)
      const feature = features[at] ?? -1
      const weight = often * (feature < 0 || feature >= idfs.length ? unknown : (idfs[feature] ?? unknown))
      weights[at] = weight
      square += weight * weight
    }
    if (square > 0) {
      const share = shares[kind] ?? 0
      const scale = Math.sqrt(share / square)
      for (let at = begin; at < end; at++) weights[at] = (weights[at] ?? 0) * scale
      total += share
    }
    begin = end
  }
  const scale = 1 / Math.sqrt(total)
  for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) * scale
  return weights
}

/** Copies the features with a weight, in order, also onto itself. Returns their number. */
function copyWeighted({ features, weights }: TextVector, to: TextVector): number {
  let size = 0
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] ?? 0
    // Not a number if the text has only features without a weight.
    if (!(weight > 0)) continue
    to.features[size] = features[at] ?? 0
    to.weights[size] = weight
    size++
  }
  return size
}

function createVector(size: number): TextVector {
  return { features: new Int32Array(size), weights: new Float32Array(size) }
}

/** Whether a bot has so many scenarios that it is scored less precisely, to keep messages and changes fast. */
export function isLargeBot(scenarios: number): boolean {
  return scenarios >= largeBot
}

let byFeature = new Float64Array()

/** A number for each feature, all 0, as they must be again after use. One list for all: of a large bot it takes 2 MB. */
export function weightsByFeature(featureCount: number): Float64Array {
  if (byFeature.length < featureCount) byFeature = new Float64Array(Math.ceil(featureCount * 1.02))
  return byFeature
}
