import type { SimulatedScenario } from '../simulated-scenario.ts'
import type { Steps } from '../steps.ts'
import { canKeepSimilarities, keepSimilarities } from './kept-similarities.ts'
import type { Analysis, Lexicon } from './lexicon.ts'
import { createPairwise, type Pairwise } from './pairwise-similarities.ts'
import { createProfile, type Profile, type ProfileText, type ScenarioTexts, scenarioTextsOf } from './profile.ts'
import { createRepair } from './repair.ts'
import { createTextIndex } from './text-index.ts'
import { wordsOf } from './tokens.ts'
import { measureTrainingSize } from './training-size.ts'
import { createVectorList } from './vector-list.ts'
import { createWeighting, type TextVector, type Weighting } from './weighting.ts'

/** All texts of a bot, as adjacent vectors. */
export interface TextSpace {
  readonly profiles: readonly Profile[]
  /** All texts, those of a scenario together, its own first: the index of a text is its index here. */
  readonly texts: readonly ProfileText[]
  /** The index of the first text of each scenario, and of the end of the last one. */
  readonly starts: Uint32Array
  /** The index at which its own texts end, and its exclusions begin. */
  readonly ownEnds: Uint32Array
  readonly vectors: readonly TextVector[]
  /** The scenario of each text, by the text's index. */
  readonly owners: Uint32Array
  /** By the text's index: 1 for a text that describes its scenario, 0 for an exclusion. */
  readonly isOwn: Uint8Array
  /** The training size, 0 to 1. */
  readonly trainingSize: number
  /** The length of the sum of each scenario's own texts. */
  readonly sumLengths: Float64Array
  readonly featureCount: number
  /** The cosine of each pair of some texts. */
  readonly pairwise: Pairwise
  /** The words of a message with typos corrected. */
  wordsOf(message: string): readonly string[]
  /** The vector of a message. It is valid until the next call. */
  vectorOf(words: readonly string[]): TextVector
  /** The cosine of a message and each text. The list is valid until the next call. */
  similarities(message: TextVector): Float64Array
  /** The number of a word's feature, -1 if no text has it. */
  featureOf(word: string): number
  /** The indexes of the texts that have a feature, in order. */
  textsWith(feature: number): Int32Array
  /** The weight of a feature. */
  idfOf(feature: number): number
  /** The results that the next space may reuse; absent if it is the last one. */
  readonly workedOut?: WorkedOut
}

/** The results computed from texts, for reuse while they are unchanged. */
interface WorkedOut {
  readonly weighing: Weighting
  /** The features of each text, also those without a weight. */
  readonly analyses: readonly Analysis[]
  readonly texts: ReadonlyMap<SimulatedScenario, ScenarioTexts>
  readonly vectors: ReadonlyMap<Analysis, TextVector>
  readonly sumLengths: ReadonlyMap<ScenarioTexts, number>
}

/** What is reused from a former one, and what is kept for the next one. */
export interface Reuse<Before> {
  readonly before?: Before | undefined
  /** Whether there is no next one, so that nothing is kept for it. */
  readonly isLast?: boolean
}

/**
 * Creates the space for the texts of scenarios, in short steps. Results in the lexicon and the previous space are
 * reused.
 */
export function* createTextSpace(
  scenarios: readonly SimulatedScenario[],
  lexicon: Lexicon,
  { before, isLast = false }: Reuse<WorkedOut> = {},
): Steps<TextSpace> {
  const profiles = yield* createProfiles(scenarios, before)
  const analyses: Analysis[] = []
  for (const { texts } of profiles) {
    for (const { text } of texts.texts) analyses.push(lexicon.learn(text))
    yield
  }
  const featureCount = lexicon.size
  const { weighing, repair, trainingSize } = weighOwn(profiles, analyses, { lexicon, ...(before && { before }) })
  if (isLast) lexicon.forgetTexts()
  const size = analyses.reduce((sum, { features }) => sum + weighing.countWeighted(features), 0)
  const [list, append] = createVectorList(analyses.length, size)
  const isKept = new Uint8Array(analyses.length)
  for (const [text, analysis] of analyses.entries()) {
    const known = weighing.keeps(analysis.features) ? before?.vectors.get(analysis) : undefined
    append(known ?? weighing.readVector(analysis))
    if (known !== undefined) isKept[text] = 1
    // The features of all texts take more memory than their vectors.
    if (isLast) analyses[text] = noAnalysis
    yield
  }
  const { vectors } = list
  const index = createTextIndex(vectors, featureCount)
  yield
  const known = before && { isKept, sumLengths: before.sumLengths }
  const sumLengths = computeSumLengths(profiles, vectors, { featureCount, ...(known && { known }) })
  return {
    profiles,
    texts: profiles.flatMap(({ texts }) => texts.texts),
    starts: Uint32Array.from([...profiles.map(({ first }) => first), vectors.length]),
    ownEnds: Uint32Array.from(profiles, ({ first, texts }) => first + texts.ownCount),
    vectors,
    owners: Uint32Array.from(profiles.flatMap(({ texts }, place) => texts.texts.map(() => place))),
    isOwn: Uint8Array.from(
      profiles.flatMap(({ texts }) => texts.texts.map(({ kind }) => (kind === 'exclusion' ? 0 : 1))),
    ),
    trainingSize,
    sumLengths,
    featureCount,
    pairwise: canKeepSimilarities(vectors.length)
      ? keepSimilarities(vectors, index)
      : createPairwise(list, featureCount),
    wordsOf: message => wordsOf(message).map(repair),
    vectorOf: words => weighing.readVector(lexicon.read(words)),
    similarities: index.similarities,
    featureOf: lexicon.featureOf,
    textsWith: feature => (feature < 0 || feature >= featureCount ? noTexts : index.textsWith(feature)),
    idfOf: weighing.idfOf,
    ...(!isLast && {
      workedOut: {
        weighing,
        analyses,
        texts: new Map(
          scenarios.map((scenario, place) => [scenario, profiles[place]?.texts ?? scenarioTextsOf(scenario)]),
        ),
        vectors: new Map(analyses.map((analysis, text) => [analysis, vectors[text] ?? noVector])),
        sumLengths: new Map(profiles.map(({ texts }, place) => [texts, sumLengths[place] ?? 0])),
      },
    }),
  }
}

interface OwnContext {
  readonly lexicon: Lexicon
  readonly before?: WorkedOut
}

/** What is derived from the own texts of all scenarios. */
function weighOwn(profiles: readonly Profile[], analyses: readonly Analysis[], { lexicon, before }: OwnContext) {
  const own = profiles.map(({ first, texts }) => analyses.slice(first, first + texts.ownCount))
  const all = own.flat()
  return {
    weighing: createWeighting(own, lexicon.size, before?.weighing),
    repair: createRepair(
      lexicon.words,
      all.map(({ words }) => words),
    ),
    trainingSize: measureTrainingSize(all.length, own.length),
  }
}

const noTexts = new Int32Array()

const noVector: TextVector = { features: new Int32Array(), weights: new Float32Array() }

const noAnalysis: Analysis = {
  words: new Int32Array(),
  features: new Int32Array(),
  counts: new Uint16Array(),
  ends: new Uint32Array(),
}

function* createProfiles(scenarios: readonly SimulatedScenario[], before?: WorkedOut): Steps<readonly Profile[]> {
  const profiles: Profile[] = []
  let first = 0
  for (const scenario of scenarios) {
    const profile = createProfile(scenario, first, before?.texts.get(scenario) ?? scenarioTextsOf(scenario))
    first += profile.texts.texts.length
    profiles.push(profile)
    yield
  }
  return profiles
}

interface SumContext {
  readonly featureCount: number
  readonly known?: {
    /** By the text's index: 1 if its vector has not changed. */
    readonly isKept: Uint8Array
    readonly sumLengths: WorkedOut['sumLengths']
  }
}

function computeSumLengths(
  profiles: readonly Profile[],
  vectors: readonly TextVector[],
  { featureCount, known }: SumContext,
): Float64Array {
  const sum = new Float64Array(featureCount)
  return Float64Array.from(profiles, ({ texts, first }) => {
    const end = first + texts.ownCount
    const length = known?.sumLengths.get(texts)
    const isSame = length !== undefined && known?.isKept.subarray(first, end).every(kept => kept === 1)
    return isSame ? length : lengthOfSum(vectors.slice(first, end), sum)
  })
}

/** `sum` is all 0, before and afterwards. */
function lengthOfSum(own: readonly TextVector[], sum: Float64Array): number {
  for (const { features, weights } of own) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? 0
      sum[feature] = (sum[feature] ?? 0) + (weights[at] ?? 0)
    }
  }
  let square = 0
  for (const { features } of own) {
    for (let at = 0; at < features.length; at++) {
      const feature = features[at] ?? 0
      square += (sum[feature] ?? 0) ** 2
      // A feature that several texts share counts once.
      sum[feature] = 0
    }
  }
  return Math.sqrt(square)
}
