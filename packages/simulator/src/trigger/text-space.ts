import type { SimulatedScenario } from '../simulated-scenario.ts'
import type { Steps } from '../steps.ts'
import { canKeepSimilarities, keepSimilarities } from './kept-similarities.ts'
import { createFeatureKeeper, type Lexicon, type TextFeatures } from './lexicon.ts'
import { createPairwise, type Pairwise } from './pairwise-similarities.ts'
import {
  createProfile,
  haveSameTexts,
  type ListedTexts,
  type Profile,
  recognizeTexts,
  type ScenarioTexts,
  scenarioTextsOf,
} from './profile.ts'
import { createRepair } from './repair.ts'
import { areSameTexts, type CountedTexts, createTextCounter, type TextCounts } from './text-counts.ts'
import { createTextIndex, type TextIndex } from './text-index.ts'
import { wordsOf } from './tokens.ts'
import { measureTrainingSize } from './training-size.ts'
import { createVectorAppender, type TextVectors, type VectorList, vectorsIn } from './vector-list.ts'
import { createWeighting, type TextVector, type Weighting, weightsByFeature } from './weighting.ts'

/** All texts of a bot, as adjacent vectors. */
export interface TextSpace {
  readonly profiles: readonly Profile[]
  /**
   * The index of the first text of each scenario among all texts, and of the end of the last one. The texts of a scenario
   * are together, its own first.
   */
  readonly starts: Uint32Array
  /** The index at which its own texts end, and its exclusions begin. */
  readonly ownEnds: Uint32Array
  readonly vectors: VectorList
  /** The scenario of each text, by the text's index. */
  readonly owners: Uint32Array
  /** By the text's index: 1 for a text that describes its scenario, 0 for an exclusion. */
  readonly isOwn: Uint8Array
  /** By the text's index: that in the former space if its vector and the texts of its scenario are the same, else -1. */
  readonly keptFrom: Int32Array
  /** The training size, 0 to 1. */
  readonly trainingSize: number
  /** The length of the sum of each scenario's own texts. */
  readonly sumLengths: Float64Array
  readonly featureCount: number
  /** The cosine of each pair of some texts. */
  readonly pairwise: Pairwise
  /** The words of a message with typos corrected. */
  wordsOf(message: string): readonly string[]
  /** A word with a typo corrected. */
  repair(word: string): string
  /** The vector of a message. It is valid until the next call. */
  vectorOf(words: readonly string[]): TextVector
  /** The cosine of a message and each text. The list is valid until the next call. */
  similarities(message: TextVector): Float64Array
  /** Adds to the numbers of the texts in some ranges the cosine of a message and each of them. */
  readonly addWithin: TextIndex['addWithin']
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
export interface WorkedOut {
  readonly counts: TextCounts
  /** The weights of features. */
  readonly idfs: Float32Array
  readonly vectors: VectorList
  /** Absent if they were restored. */
  readonly index?: TextIndex
  /** By key. */
  readonly scenarios: ReadonlyMap<string, WorkedOutScenario>
}

/** The results computed from the texts of a scenario. */
interface WorkedOutScenario {
  readonly texts: CountedTexts
  /** The index of its first text. */
  readonly first: number
  readonly sumLength: number
  /** The scenario, and its texts once more; absent if they were restored. */
  readonly prepared?: { readonly scenario: SimulatedScenario; readonly texts: ScenarioTexts }
  /** Its texts as they were restored. */
  readonly listed?: ListedTexts
}

/** What is reused from a former one, and what is kept for the next one. */
export interface Reuse<Before> {
  readonly before?: Before | undefined
  /** Whether the former one is not used any more, even if this one is never completed: then its memory is used again. */
  readonly isReplaced?: boolean
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
  { before, isReplaced = false, isLast = false }: Reuse<WorkedOut> = {},
): Steps<TextSpace> {
  const profiles = yield* createProfiles(scenarios, before)
  const unchanged = findUnchanged(profiles, before)
  const { counts, features } = yield* countTexts(profiles, lexicon, { before, unchanged })
  const featureCount = lexicon.size
  const weighing = createWeighting(counts, before?.idfs)
  const repair = createRepair(lexicon.words, counts.wordTimes)
  const trainingSize = measureTrainingSize(counts.ownCount, counts.scenarioCount)
  const size = counts.occurrences.reduce((sum, times, feature) => sum + (weighing.idfOf(feature) > 0 ? times : 0), 0)
  const { vectors, keptFrom } = yield* createVectors(profiles, { size, weighing, lexicon, features, unchanged, before })
  const index = createTextIndex(vectors, featureCount, isReplaced ? before?.index : undefined)
  yield
  const sumLengths = computeSumLengths(profiles, vectors, { featureCount, keptFrom, unchanged })
  return {
    profiles,
    ...locateTexts(profiles),
    vectors,
    keptFrom,
    trainingSize,
    sumLengths,
    featureCount,
    pairwise: canKeepSimilarities(vectors.length)
      ? keepSimilarities(vectors, index)
      : createPairwise(vectors, featureCount),
    wordsOf: message => wordsOf(message).map(repair),
    repair,
    vectorOf: words => weighing.readVector(lexicon.read(words)),
    similarities: index.similarities,
    addWithin: index.addWithin,
    featureOf: lexicon.featureOf,
    textsWith: feature => (feature < 0 || feature >= featureCount ? noTexts : index.textsWith(feature)),
    idfOf: weighing.idfOf,
    ...(!isLast && {
      workedOut: {
        counts,
        idfs: weighing.idfs,
        vectors,
        index,
        scenarios: new Map(
          profiles.map(({ key, texts, first }, place) => {
            const scenario = scenarios[place]
            const prepared = scenario && { prepared: { scenario, texts } }
            return [key, { texts, first, sumLength: sumLengths[place] ?? 0, ...prepared }]
          }),
        ),
      },
    }),
  }
}

const noTexts = new Int32Array()

/** Where all texts belong, in one pass: iterators over them took a fortieth of a check after a change. */
function locateTexts(profiles: readonly Profile[]): Pick<TextSpace, 'starts' | 'ownEnds' | 'owners' | 'isOwn'> {
  const starts = new Uint32Array(profiles.length + 1)
  const ownEnds = new Uint32Array(profiles.length)
  const count = textCountOf(profiles)
  const [owners, isOwn] = [new Uint32Array(count), new Uint8Array(count)]
  profiles.forEach(({ first, texts: { texts, ownCount } }, place) => {
    starts[place] = first
    ownEnds[place] = first + ownCount
    owners.fill(place, first, first + texts.length)
    isOwn.fill(1, first, first + ownCount)
  })
  starts[profiles.length] = count
  return { starts, ownEnds, owners, isOwn }
}

interface VectorSources {
  /** The number of features of all vectors. */
  readonly size: number
  readonly weighing: Weighting
  readonly lexicon: Lexicon
  /** The features of a text, by its index, if they were kept. */
  readonly features: readonly (TextFeatures | undefined)[]
  readonly unchanged: Unchanged
  readonly before: WorkedOut | undefined
}

/**
 * Apart from `createTextSpace`, whose closures keep all that any of them refers to: a space would keep the former one,
 * which of 90,000 texts takes 35 MB.
 */
function* createVectors(
  profiles: readonly Profile[],
  { size, weighing, lexicon, features, unchanged, before }: VectorSources,
): Steps<{ readonly vectors: VectorList } & Pick<TextSpace, 'keptFrom'>> {
  const textCount = textCountOf(profiles)
  const appender = createVectorAppender(textCount, size, before?.vectors)
  const keptFrom = new Int32Array(textCount).fill(-1)
  const keep = (first: number, begin: number, count: number): boolean => {
    if (before === undefined) return false
    const { begins, ends, pool } = before.vectors
    for (let text = begin; text < begin + count; text++) {
      if (!weighing.keeps(pool.features, begins[text] ?? 0, ends[text] ?? 0)) return false
    }
    appender.appendFrom(before.vectors, begin, begin + count)
    for (let at = 0; at < count; at++) keptFrom[first + at] = begin + at
    return true
  }
  for (const [at, { texts, first }] of profiles.entries()) {
    const earlier = unchanged[at]?.first
    yield
    if (earlier !== undefined && keep(first, earlier, texts.texts.length)) continue
    for (const [place, text] of texts.texts.entries()) {
      if (earlier === undefined || !keep(first + place, earlier + place, 1)) {
        appender.append(weighing.readVector(features[first + place] ?? lexicon.read(wordsOf(text))))
      }
      yield
    }
  }
  return { vectors: appender.list(), keptFrom }
}

function textCountOf(profiles: readonly Profile[]): number {
  return profiles.reduce((sum, { texts }) => sum + texts.texts.length, 0)
}

/** With more texts, their features take more memory than their vectors, so that texts are analyzed twice instead. */
const maxKeptTexts = 30_000

/**
 * Counts the texts of scenarios, from the earlier counts if most of these are the same. Keeps the features of those that
 * are counted, by the text's index, if they are few.
 */
function* countTexts(
  profiles: readonly Profile[],
  lexicon: Lexicon,
  { before, unchanged }: { readonly before: WorkedOut | undefined; readonly unchanged: Unchanged },
): Steps<{ readonly counts: TextCounts; readonly features: readonly (TextFeatures | undefined)[] }> {
  const present = new Set(unchanged)
  const removed = [...(before?.scenarios.values() ?? [])].filter(known => !present.has(known))
  const earlier = before !== undefined && removed.length * 2 < before.scenarios.size ? before : undefined
  const counter = createTextCounter(lexicon, earlier?.counts)
  for (const { texts } of earlier === undefined ? [] : removed) {
    counter.remove(texts)
    yield
  }
  const features: TextFeatures[] = []
  const keep = textCountOf(profiles) <= maxKeptTexts ? createFeatureKeeper() : undefined
  for (const [at, { texts, first }] of profiles.entries()) {
    if (earlier !== undefined && unchanged[at] !== undefined) continue
    counter.add(texts, (analysis, place) => {
      if (keep !== undefined) features[first + place] = keep(analysis)
    })
    yield
  }
  return { counts: counter.counts(), features }
}

function* createProfiles(scenarios: readonly SimulatedScenario[], before?: WorkedOut): Steps<readonly Profile[]> {
  const profiles: Profile[] = []
  let first = 0
  for (const scenario of scenarios) {
    const { prepared, listed } = before?.scenarios.get(scenario.key) ?? {}
    const isSame = prepared !== undefined && haveSameTexts(prepared.scenario, scenario)
    const known = isSame ? prepared.texts : listed && recognizeTexts(listed, scenario)
    const profile = createProfile(scenario, first, known ?? scenarioTextsOf(scenario))
    first += profile.texts.texts.length
    profiles.push(profile)
    yield
  }
  return profiles
}

/** By the index of the scenario: the former results of one that has the same texts as before. */
type Unchanged = readonly (WorkedOutScenario | undefined)[]

function findUnchanged(profiles: readonly Profile[], before?: WorkedOut): Unchanged {
  return profiles.map(({ key, texts }) => {
    const known = before?.scenarios.get(key)
    return known !== undefined && areSameTexts(known.texts, texts) ? known : undefined
  })
}

interface SumContext {
  readonly featureCount: number
  readonly keptFrom: Int32Array
  readonly unchanged: Unchanged
}

function computeSumLengths(
  profiles: readonly Profile[],
  vectors: TextVectors,
  { featureCount, keptFrom, unchanged }: SumContext,
): Float64Array {
  const sum = weightsByFeature(featureCount)
  return Float64Array.from(profiles, ({ texts, first }, at) => {
    const end = first + texts.ownCount
    const length = unchanged[at]?.sumLength
    const isSame = length !== undefined && keptFrom.subarray(first, end).every(from => from >= 0)
    return isSame ? length : lengthOfSum(vectorsIn(vectors, first, end), sum)
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
