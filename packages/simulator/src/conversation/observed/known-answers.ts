import { addTo } from '@scenewright/model/collections'
import type { Bot } from '../../dialogue/bot.ts'
import { type FlowIndex, indexFlow } from '../../flow/flow-index.ts'
import { walkFlow } from '../../flow/walk.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import { fold } from '../../trigger/fold.ts'

/** The answer of a scenario, and whether the walk continues beyond what the simulator supports. */
export interface KnownAnswer {
  readonly scenario: string
  readonly replies: readonly string[]
  /** The replies as one text, with normalized white space. */
  readonly text: string
  readonly isBeginning: boolean
  /** Whether this is the answer of the deployed version, not of the current one. */
  readonly isDeployed: boolean
}

/** The answers of a bot's scenarios, for finding the scenario that an answer belongs to. */
export interface KnownAnswers {
  readonly byScenario: ReadonlyMap<string, KnownAnswer>
  /** Those with any text, by their whole text. */
  readonly byText: ReadonlyMap<string, readonly KnownAnswer[]>
  /** The scenarios by their folded labels. */
  readonly byLabel: ReadonlyMap<string, readonly string[]>
  /** Those long enough to be recognized in a longer text, the longest first. */
  readonly longest: readonly KnownAnswer[]
}

/** A shorter text may occur in an answer by chance. */
const minRecognized = 20

/** Walks every scenario once: those of the bot, and those whose deployed version differs. */
export function collectKnownAnswers({ scenarios }: Bot, deployed: readonly SimulatedScenario[]): KnownAnswers {
  const current = Array.from(scenarios.values(), ({ key, flow }) => knownAnswer(key, flow, false))
  const byScenario = new Map(current.map(answer => [answer.scenario, answer]))
  const others = deployed
    .map(({ key, scenario }) => knownAnswer(key, indexFlow(scenario.definition), true))
    .filter(({ scenario, text }) => text !== byScenario.get(scenario)?.text)
  const all = [...current, ...others]
  const whole = all.filter(({ text, isBeginning }) => text !== '' && !isBeginning)
  const labelled = [...scenarios.values()].filter(({ label }) => fold(label) !== '')
  return {
    byScenario,
    byText: grouped(whole, ({ text }) => text),
    byLabel: new Map(
      Array.from(
        grouped(labelled, ({ label }) => fold(label)),
        ([label, found]) => [label, found.map(({ key }) => key)],
      ),
    ),
    longest: all.filter(({ text }) => text.length >= minRecognized).sort((a, b) => b.text.length - a.text.length),
  }
}

/** A text with normalized white space: how a service joins replies is unknown. */
export function normalizeSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

function knownAnswer(scenario: string, flow: FlowIndex, isDeployed: boolean): KnownAnswer {
  const { replies, outcome } = walkFlow(flow)
  return {
    scenario,
    replies,
    text: normalizeSpace(replies.join('\n')),
    isBeginning: outcome === 'unsupported',
    isDeployed,
  }
}

function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) addTo(groups, nameOf(item), item)
  return groups
}
