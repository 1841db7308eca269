import { comparePriority } from '@scenewright/model'
import type { BotSettings } from '@scenewright/model/config'
import { compareText } from '@scenewright/model/text'
import { type FlowIndex, indexFlow } from '../flow/flow-index.ts'
import { canRepeat, labelOf, minConfidenceOf, priorityOf, type SimulatedScenario } from '../simulated-scenario.ts'
import { finish, type Steps } from '../steps.ts'
import { prepareLexicalScorer } from '../trigger/lexical-scorer.ts'
import type { Scorer } from '../trigger/scorer.ts'
import type { StoredTexts } from '../trigger/stored-texts.ts'
import type { Reuse } from '../trigger/text-space.ts'

/** The data of a scenario that a turn needs in addition to its score. */
export interface BotScenario {
  readonly key: string
  readonly label: string
  readonly minConfidence: number
  /** Its rank in the bot, by priority and then by key. */
  readonly rank: number
  readonly canRepeat: boolean
  readonly flow: FlowIndex
}

/** A bot that is ready to answer. Immutable: created once, used for many messages and dialogues. */
export interface Bot {
  readonly settings: BotSettings
  readonly scorer: Scorer
  /** The smallest confidence that can matter for a decision. */
  readonly minDecisive: number
  /** The scenarios that take part in scenario matching, by their keys. */
  readonly scenarios: ReadonlyMap<string, BotScenario>
}

/**
 * Prepares a bot. Inactive scenarios are ignored, and of two with one key the first is used; otherwise the order of the
 * scenarios does not matter. Passing the bot before a change makes this faster, with the same result.
 */
export function createBot(scenarios: readonly SimulatedScenario[], settings: BotSettings, before?: Bot): Bot {
  return finish(prepareBot(scenarios, settings, { before }))
}

/** Creates a bot that is never passed as `before`: it takes less memory. */
export function createLastBot(scenarios: readonly SimulatedScenario[], settings: BotSettings): Bot {
  return finish(prepare(scenarios, settings, { isLast: true }))
}

/**
 * The same as `createBot`, in steps of a few milliseconds at most, for a program that does other work in between. `before`
 * may also be what a bot in another process has computed from its texts.
 */
export function prepareBot(
  scenarios: readonly SimulatedScenario[],
  settings: BotSettings,
  { before, ...reuse }: Reuse<Bot | StoredTexts> = {},
): Steps<Bot> {
  return prepare(scenarios, settings, { ...reuse, before: before && 'scorer' in before ? before.scorer : before })
}

function* prepare(
  scenarios: readonly SimulatedScenario[],
  settings: BotSettings,
  reuse: Reuse<Scorer | StoredTexts>,
): Steps<Bot> {
  const active = new Map<string, SimulatedScenario>()
  for (const scenario of scenarios) {
    if (scenario.isActive && !active.has(scenario.key)) active.set(scenario.key, scenario)
  }
  const ordered = [...active.values()].sort((a, b) => compareText(a.key, b.key))
  // The sort is stable, so the order by keys is preserved.
  const ranked = ordered.toSorted((a, b) => comparePriority(priorityOf(a.scenario), priorityOf(b.scenario)))
  const rankOf = new Map(ranked.map((scenario, rank) => [scenario, rank]))
  const scorer = yield* prepareLexicalScorer(ordered, settings.primary_language, reuse)
  const prepared = new Map<string, BotScenario>()
  for (const scenario of ordered) {
    prepared.set(scenario.key, prepareScenario(scenario, rankOf.get(scenario) ?? 0))
    yield
  }
  const minDecisive = Math.min(
    settings.scenario_clarify_min_confidence,
    ...ordered.map(({ scenario }) => minConfidenceOf(scenario)),
  )
  return { settings, scorer, minDecisive, scenarios: prepared }
}

function prepareScenario({ key, scenario }: SimulatedScenario, rank: number): BotScenario {
  return {
    key,
    label: labelOf(scenario),
    minConfidence: minConfidenceOf(scenario),
    rank,
    canRepeat: canRepeat(scenario),
    flow: indexFlow(scenario.definition),
  }
}
