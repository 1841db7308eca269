import { addTo } from '@scenewright/model/collections'
import type { BotSettings } from '@scenewright/model/config'
import { compareText } from '@scenewright/model/text'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { addOutcomes, countLabelled, type LabelledMessage, type LabelledOutcomes } from './labelled.ts'
import { sumCounts } from './numbers.ts'
import { decideEach } from './outcomes.ts'
import {
  bestCommonThreshold,
  costOf,
  countByLevel,
  highest,
  type Level,
  lowest,
  minMessages as minAdvised,
} from './threshold-advice.ts'

/** A scenario, and where its threshold comes from. */
export interface TunedScenario {
  readonly key: string
  readonly min_confidence: number
  /** Whether its source sets the threshold; otherwise it has the default of the config. */
  readonly isOwn: boolean
}

/** A threshold, and the proposed one. */
interface Proposal {
  readonly from: number
  readonly to: number
}

interface ScenarioProposal extends Proposal {
  readonly key: string
  /** The number of labelled messages that belong to it or are most similar to it. */
  readonly messages: number
}

/** The thresholds that cost less on messages that were not used to choose them. Plain JSON. */
export interface Tuning {
  /**
   * The default of all scenarios without a threshold of their own; absent if no other one costs less, or for too few
   * messages.
   */
  readonly default?: Proposal
  /** Thresholds of single scenarios, by key. */
  readonly scenarios: readonly ScenarioProposal[]
  /** The number of messages that a scenario needs for a threshold of its own, and those that have fewer. */
  readonly minMessages: number
  readonly tooFew: readonly { readonly key: string; readonly messages: number }[]
  /** The outcomes now, and with the proposals: each half of the messages with what the other half proposes. */
  readonly heldOut: {
    readonly before: LabelledOutcomes & { readonly cost: number }
    readonly after: LabelledOutcomes & { readonly cost: number }
  }
}

/** What a tuning starts from. */
export interface TuningOptions {
  readonly settings: BotSettings
  /** The present default of the config. */
  readonly defaultThreshold: number
  readonly scenarios: readonly TunedScenario[]
  /** A wrong start costs so many times as much as a missing one. */
  readonly wrongCosts: number
}

/**
 * Measured on the training part of CLINC150, with three bots of 60 scenarios and 16 or 30 messages for each: on other
 * messages, the proposals cost 4 to 19 % less than one threshold for all if a wrong start costs 5, and from 7 % less to
 * 1 % more if it costs 2. With 8 messages, one bot of three got worse.
 */
const minMessages = 16

/** All messages count for the threshold of a scenario as if they were so many of its own. Measured in the same way. */
const weightOfAll = 20

/** The proposals of a part of the messages: thresholds of scenarios, and one for all others. */
interface Thresholds {
  readonly common: number
  readonly own: ReadonlyMap<string, number>
}

/**
 * Proposes thresholds. Each half of the messages proposes some, shrunk to the best common one; what does not cost less
 * on the other half is dropped. Pure, and the same in each run.
 */
export function tuneThresholds(
  labelled: readonly LabelledMessage[],
  { scenarios, wrongCosts, settings, defaultThreshold }: TuningOptions,
): Tuning {
  const halves = splitHalves(labelled)
  const propose = (messages: readonly LabelledMessage[], least: number): Thresholds => {
    const all = countByLevel(messages)
    const common = bestCommonThreshold(all, { wrongCosts, presentThreshold: defaultThreshold })
    const own = new Map<string, number>()
    const weight = weightOfAll / Math.max(1, sumCounts(messages))
    const nearTo = indexNear(messages)
    for (const { key } of scenarios) {
      const near = nearTo.get(key) ?? []
      if (sumCounts(near) < least) continue
      const best = near.filter(message => bestOf(message) === key)
      own.set(key, cheapestShrunk(countByLevel(best), all, { weight, wrongCosts }))
    }
    return { common, own }
  }
  const fits = halves.map(half => propose(half, minMessages / 2))
  /** The cost on each half with thresholds that follow from the other half. */
  const crossed = (
    thresholds: (fit: Thresholds) => (key: string) => number,
    measured: readonly (readonly LabelledMessage[])[] = halves,
  ) => {
    const counts = measured.map((messages, index) => {
      const other = fits[1 - index]
      const of = other === undefined ? presentOf : thresholds(other)
      return countLabelled(messages, ({ contenders }) => decideEach(contenders, settings, of))
    })
    return addOutcomes(counts)
  }
  const present = new Map(scenarios.map(({ key, min_confidence }) => [key, min_confidence]))
  const presentOf = (key: string) => present.get(key) ?? defaultThreshold
  const hasOwn = new Set(scenarios.flatMap(({ key, isOwn }) => (isOwn ? [key] : [])))
  const cost = (outcomes: LabelledOutcomes) => costOf(outcomes, wrongCosts)
  const withCommon =
    ({ common }: Thresholds) =>
    (key: string) =>
      hasOwn.has(key) ? presentOf(key) : common
  const whole = propose(labelled, minMessages)
  const isEnough = sumCounts(labelled) >= minAdvised && whole.common !== defaultThreshold
  const takesCommon = isEnough && cost(crossed(withCommon)) < cost(crossed(() => presentOf))
  const baseOf = (fit: Thresholds) => (takesCommon ? withCommon(fit) : presentOf)
  const nearInHalves = halves.map(indexNear)
  const accepted = new Set(
    [...whole.own].flatMap(([key, to]) => {
      if (to === baseOf(whole)(key)) return []
      const near = nearInHalves.map(nearTo => nearTo.get(key) ?? [])
      const ownOf = (fit: Thresholds) => (each: string) => (each === key ? (fit.own.get(key) ?? to) : baseOf(fit)(each))
      return cost(crossed(ownOf, near)) < cost(crossed(baseOf, near)) ? [key] : []
    }),
  )
  const finalOf = (fit: Thresholds) => (key: string) =>
    accepted.has(key) ? (fit.own.get(key) ?? baseOf(fit)(key)) : baseOf(fit)(key)
  const nearTo = indexNear(labelled)
  const counts = new Map(scenarios.map(({ key }) => [key, sumCounts(nearTo.get(key) ?? [])]))
  const [before, after] = [crossed(() => presentOf), crossed(finalOf)]
  return {
    ...(takesCommon && { default: { from: defaultThreshold, to: whole.common } }),
    scenarios: [...accepted].sort(compareText).map(key => ({
      key,
      messages: counts.get(key) ?? 0,
      from: presentOf(key),
      to: finalOf(whole)(key),
    })),
    minMessages,
    tooFew: [...counts]
      .flatMap(([key, messages]) => (messages < minMessages ? [{ key, messages }] : []))
      .sort((a, b) => a.messages - b.messages || compareText(a.key, b.key)),
    heldOut: { before: { ...before, cost: cost(before) }, after: { ...after, cost: cost(after) } },
  }
}

/**
 * Two halves with the same share of each label: of two successive messages of a label, each half has one, at random,
 * because messages of one kind may stand at every other place.
 */
function splitHalves(labelled: readonly LabelledMessage[]): readonly (readonly LabelledMessage[])[] {
  const random = xoroshiro128plus(1)
  const waiting = new Map<string | null, 0 | 1>()
  const halves: [LabelledMessage[], LabelledMessage[]] = [[], []]
  for (const message of labelled) {
    const last = waiting.get(message.expected)
    const half = last ?? (uniformFloat64(random) < 0.5 ? 0 : 1)
    if (last === undefined) waiting.set(message.expected, half === 0 ? 1 : 0)
    else waiting.delete(message.expected)
    halves[half].push(message)
  }
  return halves
}

/** For each scenario, the messages that belong to it or are most similar to it. */
function indexNear(messages: readonly LabelledMessage[]): ReadonlyMap<string, readonly LabelledMessage[]> {
  const nearTo = new Map<string, LabelledMessage[]>()
  for (const message of messages) {
    for (const key of new Set([message.expected, bestOf(message)])) {
      if (typeof key === 'string') addTo(nearTo, key, message)
    }
  }
  return nearTo
}

/** The scenario that a message is most similar to. */
function bestOf({ contenders: [best] }: LabelledMessage): string | undefined {
  return best !== undefined && best.confidence >= lowest ? best.scenario : undefined
}

/** The threshold with the lowest cost for the messages of one scenario, and a share of all messages. */
function cheapestShrunk(
  own: readonly Level[],
  all: readonly Level[],
  { weight, wrongCosts }: { readonly weight: number; readonly wrongCosts: number },
): number {
  let [cost, least, best] = [0, Number.POSITIVE_INFINITY, highest]
  const change = ({ right, wrong, outOfScope }: Level) => outOfScope * wrongCosts + wrong * (wrongCosts - 1) - right
  for (let threshold = highest; threshold >= lowest; threshold--) {
    const [mine, others] = [own[threshold], all[threshold]]
    cost += (mine === undefined ? 0 : change(mine)) + (others === undefined ? 0 : change(others) * weight)
    if (cost < least) [least, best] = [cost, threshold]
  }
  return best
}
