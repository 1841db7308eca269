import { InternalError } from '@scenewright/model'
import type { Bot } from '../dialogue/bot.ts'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { fold } from '../trigger/fold.ts'
import type { Contender, HeldOutExample, Reason, ScenarioScore, Scorer } from '../trigger/scorer.ts'
import { backgroundTexts } from './background.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { createDenseIndex, type DenseIndex } from './dense-index.ts'
import { type EmbeddedScenario, listTexts } from './embedded-scenario.ts'
import { type Meaning, readMeaning } from './meaning.ts'

/** The data of a scorer based on embeddings. */
interface EmbeddedTexts {
  /** In the order of the lexical scores. */
  readonly scenarios: readonly EmbeddedScenario[]
  readonly texts: readonly string[]
  readonly vectorOf: VectorOf
}

/**
 * An exclusion takes effect from this many spreads below the nearest example on, and subtracts this much per spread.
 */
const exclusionReach = 0.25

const exclusionBite = 4

/** Only an equal example has 100. */
const maxByMeaning = 99

/** The standardized cosine of a scenario without texts, or one that an exclusion rules out. */
const nowhere = Number.NEGATIVE_INFINITY

interface Prepared {
  readonly index: DenseIndex
  readonly calibration: Calibration
}

interface Weighed {
  readonly score: ScenarioScore
  readonly meaning: Meaning
}

/** Returns the vector of a text from an embedding model; undefined for a blank text. */
export type VectorOf = (text: string) => Float32Array | undefined

/** A bot that also scores by embeddings, and the texts whose vectors it requests for the first message. */
export interface EmbeddedBot {
  readonly bot: Bot
  readonly texts: readonly string[]
}

/**
 * The same bot with scores by embeddings in addition to its own: no score decreases, and an equal example or exclusion
 * counts as before. `scenarios` are those that the bot was created from. All vectors must have the same dimension;
 * their lengths do not matter.
 */
export function withEmbeddings(bot: Bot, scenarios: readonly SimulatedScenario[], vectorOf: VectorOf): EmbeddedBot {
  const { embedded, texts } = listTexts(activeScenarios(bot, scenarios))
  const scorer = createEmbeddingScorer(bot.scorer, { scenarios: embedded, texts, vectorOf })
  return { bot: { ...bot, scorer }, texts: [...texts, ...backgroundTexts] }
}

/** Those of the bot, in its order; the first one of each key. */
function activeScenarios(bot: Bot, scenarios: readonly SimulatedScenario[]): readonly SimulatedScenario[] {
  const byKey = new Map<string, SimulatedScenario>()
  for (const scenario of scenarios) {
    if (scenario.isActive && !byKey.has(scenario.key)) byKey.set(scenario.key, scenario)
  }
  return Array.from(bot.scenarios.keys(), key => {
    const found = byKey.get(key)
    if (found === undefined) throw new InternalError(`the bot has a scenario "${key}" that it was not made of`)
    return found
  })
}

/**
 * Scores by embeddings or by words, whichever is higher. A message that equals an example or an exclusion is scored
 * only by words. Reasons name the nearest texts by meaning. The vectors of all texts are requested for the first score.
 */
function createEmbeddingScorer(lexical: Scorer, embedded: EmbeddedTexts): Scorer {
  const { scenarios, vectorOf } = embedded
  let prepared: Prepared | undefined
  const weigh = (message: string, without?: HeldOutExample): readonly Weighed[] => {
    prepared ??= prepare(embedded)
    const { index, calibration } = prepared
    const byWords = lexical.score(message, without)
    const vector = fold(message) === '' ? undefined : vectorOf(message)
    if (vector === undefined) return byWords.map(score => ({ score, meaning: {} }))
    const cosines = index.cosines(vector)
    const meanings = scenarios.map(scenario => {
      if (scenario.key !== without?.scenario) return readMeaning(scenario, cosines)
      return without.example === undefined ? {} : readMeaning(scenario, cosines, without.example)
    })
    const standings = meanings.map((meaning, place) =>
      byWords[place]?.excluded === undefined ? standingOf(meaning, calibration) : nowhere,
    )
    const best = Math.max(...standings)
    return byWords.map((score, place) => {
      const [meaning = {}, standing = nowhere] = [meanings[place], standings[place]]
      const confidence = confidenceOf(standing, best, calibration)
      return { score: raise(score, confidence, listReasons(meaning, calibration)), meaning }
    })
  }
  return {
    score: (message, without) => weigh(message, without).map(({ score }) => score),
    contenders: (message, min, without) =>
      weigh(message, without).flatMap(({ score, meaning }) => {
        const isHeldOut = score.scenario === without?.scenario
        const isListed = isHeldOut ? without.example !== undefined : score.confidence >= min
        return isListed && score.excluded === undefined ? toContender(score, meaning) : []
      }),
  }
}

function prepare({ scenarios, texts, vectorOf }: EmbeddedTexts): Prepared {
  const vectors = texts.map(vectorOf)
  const index = createDenseIndex(vectors)
  const background = backgroundTexts.map(vectorOf)
  return { index, calibration: calibrate({ scenarios, index, background, vectorAt: place => vectors[place] }) }
}

/** The standardized cosine of the scenario, reduced by the nearest exclusion. */
function standingOf(meaning: Meaning, calibration: Calibration): number {
  if (meaning.nearest === undefined) return nowhere
  return calibration.standingOf(meaning.nearest.cosine) - exclusionBite * exclusionExcess(meaning, calibration)
}

/** How far the exclusion exceeds the point where it takes effect, in spreads. */
function exclusionExcess({ nearest, exclusion }: Meaning, { standingOf: of }: Calibration): number {
  if (nearest === undefined || exclusion === undefined) return 0
  return Math.max(0, of(exclusion.cosine) - of(nearest.cosine) + exclusionReach)
}

function confidenceOf(standing: number, best: number, { inScope, which }: Calibration): number {
  if (standing === nowhere) return 0
  return Math.round(maxByMeaning * inScope(standing) * which(best - standing) * 10) / 10
}

function raise(score: ScenarioScore, confidence: number, reasons: readonly Reason[]): ScenarioScore {
  if (score.reasons.some(({ kind }) => kind === 'exact-example' || kind === 'exact-exclusion')) return score
  const words = score.reasons.filter(({ kind }) => kind === 'word')
  return { ...score, confidence: Math.max(score.confidence, confidence), reasons: [...reasons, ...words] }
}

/** An exclusion without effect is not a reason. */
function listReasons(meaning: Meaning, calibration: Calibration): readonly Reason[] {
  const { nearest, exclusion } = meaning
  const isLowering = exclusion !== undefined && exclusionExcess(meaning, calibration) > 0
  return [
    ...(nearest === undefined ? [] : [{ kind: nearest.kind, text: nearest.text, weight: rounded(nearest.cosine) }]),
    ...(isLowering ? [{ kind: 'exclusion' as const, text: exclusion.text, weight: rounded(exclusion.cosine) }] : []),
  ]
}

function toContender({ scenario, confidence, min_confidence }: ScenarioScore, meaning: Meaning): Contender {
  const { example, exclusion } = meaning
  return {
    scenario,
    confidence,
    min_confidence,
    ...(example && { nearest: { example: example.place, similarity: rounded(example.cosine) } }),
    ...(exclusion && { nearestExclusion: { exclusion: exclusion.place, similarity: rounded(exclusion.cosine) } }),
  }
}

/** Three decimals, as weights are displayed, and at least 0. */
function rounded(cosine: number): number {
  return Math.round(Math.max(0, Math.min(1, cosine)) * 1000) / 1000
}
