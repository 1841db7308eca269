import { type Bot, createTrials, type ExampleTrial, foreignPlaces, type TriedScenario } from '@scenewright/simulator'
import type { PreparedBot } from '../bot.ts'
import { count } from '../report/count.ts'
import { createBreath } from './breath.ts'

/** As many examples of one scenario are tried: people write dozens. */
const mostTried = 1000

/** What trials are run on, and how they tell of themselves. */
export interface TrialRun {
  readonly prepared: PreparedBot
  readonly scenarios: readonly TriedScenario[]
  readonly signal: AbortSignal
  readonly show: (text: string) => void
}

/** Trials of examples, each with itself left out, and of some of them with their whole scenario left out. */
export interface Trials {
  readonly trials: readonly ExampleTrial[]
  /** What a message comes to that belongs to no scenario. None where there is no other scenario. */
  readonly foreign: readonly ExampleTrial[]
  /** How many examples were not tried. */
  readonly leftOut: number
}

/** Tries the examples of all scenarios, in their order. Rejects with the signal's reason when one came. */
export async function runTrials({ prepared, scenarios, signal, show }: TrialRun): Promise<Trials> {
  const chosen = scenarios.map(scenario => ({ scenario, texts: scenario.examples.slice(0, mostTried) }))
  const total = chosen.reduce((sum, { texts }) => sum + texts.length, 0)
  await prepared.ready(chosen.flatMap(({ texts }) => texts))
  const trials: ExampleTrial[] = []
  const foreign: ExampleTrial[] = []
  const breath = createBreath(signal, () => show(`${trials.length} of ${count(total, 'example')} tried ...`))
  const { within, without } = createTrials(prepared.bot)
  for (const { scenario, texts } of chosen) {
    const alsoWithout = new Set(scenarios.length > 1 ? foreignPlaces(texts.length, total) : [])
    for (const example of texts.keys()) {
      trials.push(within(scenario, example))
      if (alsoWithout.has(example)) foreign.push(without(scenario, example))
      await breath()
    }
  }
  return { trials, foreign, leftOut: scenarios.reduce((sum, { examples }) => sum + examples.length, 0) - total }
}

/** The scenarios that take part in a bot, by their keys, with the texts that their sources give them. */
export function triedScenarios(
  { scenarios }: Bot,
  examplesOf: (key: string) => readonly string[],
): readonly TriedScenario[] {
  return Array.from(scenarios.values(), ({ key, minConfidence }) => ({
    key,
    min_confidence: minConfidence,
    examples: examplesOf(key),
  }))
}
