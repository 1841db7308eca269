import { apiLimits } from '@scenewright/model/limits'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { askedCosts, type LabelledMessage, type LabelledOutcomes } from './labelled.ts'

/** The lower and the upper end. */
type Interval = readonly [low: number, high: number]

/** In percent. */
export interface ShareIntervals {
  readonly right: Interval
  readonly wrong: Interval
}

/** An advised threshold, and what it would change for these messages. Another one may cost less for them, by chance. */
export interface Advice {
  /** A `min_confidence` for all scenarios, 50 to 100. */
  readonly threshold: number
  /** The cost at this threshold, and now. */
  readonly cost: number
  readonly presentCost: number
  /** The numbers of messages at this threshold. */
  readonly right: number
  readonly wrong: number
  readonly outOfScopeStarted: number
  /** By bootstrap: for 95 % of the resamples, the best threshold is within. */
  readonly interval: Interval
  /** With fewer labelled messages, the advice would be a guess. */
  readonly minMessages: number
}

/**
 * Measured on the training part of CLINC150, with a bot of 60 scenarios and messages drawn at random, if the present
 * threshold is 78 or 70: with fewer than 30 messages, the advised threshold costs up to 5 % more than the present one on
 * the other messages, with 30 messages 1 to 2 % less, with 200 messages 4 % less.
 */
export const minMessages = 30

/** What decides on a threshold, apart from the messages. */
interface Choice {
  /** The cost of a wrong start in missing starts. */
  readonly wrongCosts: number
  /** The one of scenarios without a threshold of their own. */
  readonly presentThreshold: number
}

/** The outcomes at each threshold and now. */
interface AdviceBasis extends Choice {
  readonly curve: readonly ({ readonly threshold: number } & LabelledOutcomes)[]
  readonly present: LabelledOutcomes
}

/** The lowest and the highest `min_confidence` that a scenario can have. */
export const { min: lowest, max: highest } = apiLimits.minConfidence

/** Enough for ends that hardly move with the seed. */
const resamples = 1000

/** The cost of messages, in messages that start nothing. */
export function costOf(outcomes: LabelledOutcomes, wrongCosts: number): number {
  const { asked, askedOther, nothing, wrong, outOfScopeStarted } = outcomes
  return asked * askedCosts + askedOther + nothing + (wrong + outOfScopeStarted) * wrongCosts
}

/**
 * Advises a threshold for all scenarios. The cost of some hundred messages is a jagged line, so this is the median
 * of the best thresholds of resamples, which is nearer to the best one for messages that are still to come.
 */
export function adviseThreshold(levels: readonly Level[], { curve, present, ...choice }: AdviceBasis): Advice {
  const { wrongCosts } = choice
  const best = bestThresholds(levels, choice)
  const threshold = median(best)
  const point = curve.find(candidate => candidate.threshold === threshold) ?? { threshold, ...present }
  const { right, wrong, outOfScopeStarted } = point
  return {
    threshold,
    cost: costOf(point, wrongCosts),
    presentCost: costOf(present, wrongCosts),
    right,
    wrong,
    outOfScopeStarted,
    interval: [quantile(best, 0.025), quantile(best, 0.975)],
    minMessages,
  }
}

/** The threshold for all scenarios that `adviseThreshold` advises. */
export function bestCommonThreshold(levels: readonly Level[], choice: Choice): number {
  return median(bestThresholds(levels, choice))
}

/** Intervals of the shares of right and of wrong starts, in percent, among messages that should start a scenario. */
export function shareIntervals(counts: Omit<LabelledOutcomes, 'outOfScopeStarted'>): ShareIntervals {
  const { right, asked, askedOther, wrong, nothing } = counts
  const all = right + asked + askedOther + wrong + nothing
  return { right: wilsonInterval(right, all), wrong: wilsonInterval(wrong, all) }
}

/**
 * The interval of 95 % of a share that was counted, in percent: the score interval of E. B. Wilson ("Probable inference,
 * the law of succession, and statistical inference", Journal of the American Statistical Association 22, 1927). It
 * does not shrink to a point if none or all were counted. Of nothing, it is 0 to 100.
 */
function wilsonInterval(part: number, whole: number): Interval {
  if (whole === 0) return [0, 100]
  const share = part / whole
  // The quantile of the normal distribution for 97.5 %.
  const z = 1.959964
  const added = (z * z) / whole
  const middle = share + added / 2
  const half = z * Math.sqrt((share * (1 - share)) / whole + added / (4 * whole))
  const end = (value: number) => Math.round((Math.min(Math.max(value, 0), 1 + added) / (1 + added)) * 1000) / 10
  return [end(middle - half), end(middle + half)]
}

/** The best threshold of each resample, in ascending order. */
function bestThresholds(levels: readonly Level[], choice: Choice): readonly number[] {
  const draw = createPoisson()
  return Array.from({ length: resamples }, () => {
    const drawn = levels.map(({ right, wrong, outOfScope }) => ({
      right: draw(right),
      wrong: draw(wrong),
      outOfScope: draw(outOfScope),
    }))
    return cheapest(drawn, choice)
  }).sort((a, b) => a - b)
}

/** The numbers of messages that start a scenario up to a threshold, and not above it. */
export interface Level {
  right: number
  wrong: number
  outOfScope: number
}

/** Creates a level without messages for every confidence from 0 to 100. */
export function createLevels(): readonly Level[] {
  return Array.from({ length: highest + 1 }, () => ({ right: 0, wrong: 0, outOfScope: 0 }))
}

/**
 * Adds a message to its level. With one threshold for all, it starts its most similar scenario from that scenario's
 * confidence downward, unless the bot asks for clarification, which no threshold changes.
 */
export function addToLevel(
  levels: readonly Level[],
  { contenders: [best], decision, expected, count }: LabelledMessage,
): void {
  const level = best && levels[Math.floor(best.confidence)]
  if (level === undefined || decision.kind === 'clarify') return
  const outcome = expected === null ? 'outOfScope' : best?.scenario === expected ? 'right' : 'wrong'
  level[outcome] += count
}

/** The levels of some messages. */
export function countByLevel(labelled: readonly LabelledMessage[]): readonly Level[] {
  const levels = createLevels()
  for (const message of labelled) addToLevel(levels, message)
  return levels
}

/** The threshold with the lowest cost; of several, the present one, or else the highest, which starts the least. */
function cheapest(levels: readonly Level[], { wrongCosts, presentThreshold }: Choice): number {
  let [cost, least, best] = [0, Number.POSITIVE_INFINITY, highest]
  // Downward: each step lets more messages start.
  for (let threshold = highest; threshold >= lowest; threshold--) {
    const { right = 0, wrong = 0, outOfScope = 0 } = levels[threshold] ?? {}
    cost += outOfScope * wrongCosts + wrong * (wrongCosts - 1) - right
    if (cost > least || (cost === least && threshold !== presentThreshold)) continue
    least = cost
    best = threshold
  }
  return best
}

/** Draws from Poisson distributions: how often a message occurs in a resample, added up. The same in each run. */
function createPoisson(): (mean: number) => number {
  const random = xoroshiro128plus(1)
  const uniform = () => uniformFloat64(random)
  return mean => {
    if (mean === 0) return 0
    // From there on, the normal distribution is near enough.
    if (mean > 100) {
      const normal = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
      return Math.max(0, Math.round(mean + normal * Math.sqrt(mean)))
    }
    const end = Math.exp(-mean)
    let number = -1
    for (let product = 1; product > end; number++) product *= 1 - uniform()
    return number
  }
}

function median(sorted: readonly number[]): number {
  return quantile(sorted, 0.5)
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.round((sorted.length - 1) * part)] ?? highest
}
