import { unmask, withoutMasks } from '@scenewright/model/masks'
import { compareText } from '@scenewright/model/text'
import { type Bot, createBot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { SimulatedScenario } from '../simulated-scenario.ts'
import { wordsOf } from '../trigger/tokens.ts'
import type { ReplayedMessage } from './replay.ts'
import { createTopList } from './top-list.ts'

/** A message that starts nothing, although a scenario is similar to it. */
export interface NearMiss {
  readonly message: string
  /** How often it occurs. */
  readonly count: number
  /** Its label, or else the most similar scenario; its confidence, and how much it lacks to start, with one decimal. */
  readonly scenario: string
  readonly confidence: number
  readonly lacks: number
  /** The label; absent if it has none. */
  readonly expected?: string
  /** The most similar scenario, if that is another one. */
  readonly nearest?: string
  /**
   * If the message were an example of that scenario: how many messages that start nothing now would start it, itself
   * included, and how many it would take from others, or start wrongly. Absent if this was not computed.
   */
  readonly gains?: number
  readonly takes?: number
}

/** More than anybody reads. */
const maxMisses = 500

/**
 * Creates the list of near misses, to which messages are added. It has the most frequent messages that start nothing;
 * of equally frequent ones, those that lack the least come first. Those that should start nothing are left out, and those
 * that have nothing in common with the scenario of their label.
 */
export function createNearMissList(): { add(message: ReplayedMessage): void; items(): readonly NearMiss[] } {
  const misses = createTopList<NearMiss>(
    maxMisses,
    (a, b) => b.count - a.count || a.lacks - b.lacks || compareText(a.message, b.message),
  )
  return {
    add({ text, count, decision, best, contenders = [], expected }) {
      if (decision.kind !== 'none' || best === undefined || expected === null) return
      const target = expected === undefined ? best : contenders.find(({ scenario }) => scenario === expected)
      if (target === undefined) return
      const { scenario, confidence, min_confidence } = target
      const lacks = Math.round((min_confidence - confidence) * 10) / 10
      misses.add({
        ...{ message: text, count, scenario, confidence, lacks },
        ...(expected !== undefined && { expected }),
        ...(best.scenario !== scenario && { nearest: best.scenario }),
      })
    },
    items: misses.items,
  }
}

/** The maximum numbers of measured near misses, in total and of a scenario, and of messages that each is measured on. */
const limits = { measured: 40, ofScenario: 6, messages: 100 }

/** The maximum number of messages in which those that a near miss is measured on are searched. */
export const maxSearched = 20_000

/** The near misses to measure: of each scenario the first ones, in their order. */
export function selectNearMisses(misses: readonly NearMiss[]): readonly NearMiss[] {
  const taken = new Map<string, number>()
  const chosen = misses.filter(({ scenario }) => {
    const before = taken.get(scenario) ?? 0
    taken.set(scenario, before + 1)
    return before < limits.ofScenario
  })
  return chosen.slice(0, limits.measured)
}

/** The bot that a near miss is measured on. */
interface Measured {
  readonly bot: Bot
  readonly scenarios: readonly SimulatedScenario[]
  /** The most frequent messages, in that order. */
  readonly searched: readonly ReplayedMessage[]
}

/**
 * Creates the function that measures a near miss: it scores the messages with a common word again, with the near miss
 * as an example. Takes some milliseconds to some tenths of a second per near miss.
 */
export function createGainMeasure({ bot, scenarios, searched }: Measured): (miss: NearMiss) => NearMiss {
  const words = searched.map(({ text }) => new Set(wordsOf(text)))
  return miss => {
    const example = withoutMasks(miss.message)
    const own = wordsOf(example)
    const withExample = createBot(
      scenarios.map(each => (each.key === miss.scenario ? withNewExample(each, example) : each)),
      bot.settings,
      bot,
    )
    const predict = createPredictor(withExample, 1)
    const isNear = (_message: ReplayedMessage, at: number) => own.some(word => words[at]?.has(word) === true)
    let [gains, takes] = [0, 0]
    for (const message of selectMessages(searched.filter(isNear), miss)) {
      const { decision } = predict(unmask(message.text))
      if (decision.kind !== 'start' || decision.scenario !== miss.scenario) continue
      const { decision: now, expected, count } = message
      if (now.kind === 'start' && now.scenario === miss.scenario) continue
      if (expected === undefined ? now.kind === 'none' : expected === miss.scenario) gains += count
      else takes += count
    }
    return { ...miss, gains, takes }
  }
}

/** Of many messages, the most frequent ones: half that start nothing near the scenario, half others. */
function selectMessages(near: readonly ReplayedMessage[], { scenario }: NearMiss): readonly ReplayedMessage[] {
  const isOwn = ({ decision, best, expected }: ReplayedMessage) =>
    decision.kind === 'none' && (expected ?? best?.scenario) === scenario
  const half = limits.messages / 2
  return [...near.filter(isOwn).slice(0, half), ...near.filter(message => !isOwn(message)).slice(0, half)]
}

function withNewExample(one: SimulatedScenario, example: string): SimulatedScenario {
  return { ...one, scenario: { ...one.scenario, examples: [...(one.scenario.examples ?? []), example] } }
}

/** Sorts near misses: the most useful ones that take the least first, then those that were not measured. */
export function rankNearMisses(misses: readonly NearMiss[], measured: readonly NearMiss[]): readonly NearMiss[] {
  const name = ({ message, scenario, expected }: NearMiss) => JSON.stringify([message, scenario, expected])
  const byName = new Map(measured.map(miss => [name(miss), miss]))
  const use = ({ gains = 0, takes = 0 }: NearMiss) => gains - takes
  const all = misses.map(miss => byName.get(name(miss)) ?? miss)
  const isMeasured = ({ gains }: NearMiss) => gains !== undefined
  // The sort is stable.
  return [...all.filter(isMeasured).sort((a, b) => use(b) - use(a)), ...all.filter(miss => !isMeasured(miss))]
}
