import type { Bot } from '../dialogue/bot.ts'
import { createPredictor, predictFrom } from '../dialogue/predict.ts'
import { createConfidences, exactConfidence } from '../trigger/confidence.ts'
import type { ScorerParts } from '../trigger/lexical-scorer.ts'
import type { Contender } from '../trigger/scorer.ts'
import type { Candidate, DecisiveRecord } from './records.ts'
import type { Decided, EvaluatedMessage } from './state.ts'

/** Which contenders a prediction contains. */
export interface ContenderLimits {
  /** The lowest confidence that counts. */
  readonly minConfidence: number
  /** The number of contenders that are kept, in addition to the scenario of a left-out example. */
  readonly maxContenders: number
}

/** Predicts the decision on a message from its record. */
export type Decide = (message: EvaluatedMessage, record: DecisiveRecord) => Decided

/** Creates this function. A message whose record is too short is scored again. */
export function createDecide(
  bot: Bot,
  { space, calibration }: ScorerParts,
  { minConfidence, maxContenders }: ContenderLimits,
): Decide {
  const confidences = createConfidences(calibration)
  const predict = createPredictor(bot, minConfidence)
  const min = Math.min(minConfidence, bot.minDecisive)
  const toContender = ({ place, isExact, similarity, ...texts }: Candidate, confidence: number): Contender => {
    const { key: scenario = '', minConfidence: min_confidence = 0 } = space.profiles[place] ?? {}
    const { nearest, nearestExclusion } = texts
    return {
      scenario,
      confidence,
      min_confidence,
      ...(nearest && { nearest: { example: nearest[0], similarity: nearest[1] / 1000 } }),
      ...(nearestExclusion && {
        nearestExclusion: { exclusion: nearestExclusion[0], similarity: nearestExclusion[1] / 1000 },
      }),
    }
  }
  return ({ text, without }, { top, candidates, cut }) => {
    const confidenceOf = confidences(top)
    const found = candidates
      .map(each => toContender(each, each.isExact ? exactConfidence : confidenceOf(each.similarity)))
      .filter(({ scenario, confidence }) => confidence >= min || scenario === without?.scenario)
    const highest = confidenceOf(cut)
    const above = found.filter(({ confidence }) => confidence > highest).length
    // A scenario that is not recorded could be among the contenders, or even decide.
    const isTooShort = highest >= min && (highest >= bot.minDecisive || above < maxContenders)
    const { decision, contenders } = isTooShort ? predict(text, without) : predictFrom(bot, found)
    const isKept = ({ scenario }: Contender, place: number) => place < maxContenders || scenario === without?.scenario
    return { decision, contenders: contenders.filter(isKept), isOfRecord: !isTooShort }
  }
}

/** All that a prediction depends on besides the record. */
export function describeFrame(bot: Bot, { space, calibration }: ScorerParts, limits: ContenderLimits): string {
  const scenarios = space.profiles.map(({ key, minConfidence }) => [key, minConfidence, bot.scenarios.get(key)?.rank])
  return JSON.stringify([calibration, bot.settings, limits, scenarios])
}
