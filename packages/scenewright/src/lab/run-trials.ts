import {
  type Bot,
  createTrials,
  type ExampleTrial,
  foldsOf,
  foreignPlaces,
  type TriedScenario,
} from '@scenewright/simulator'
import type { PreparedBot } from '../bot.ts'
import { count } from '../report/count.ts'
import { createBreath } from './breath.ts'

/** As many examples of one scenario are tried: people write dozens. */
const mostTried = 1000

/** What trials are run on, and how they tell of themselves. */
export interface TrialRun {
  readonly prepared: PreparedBot
  readonly scenarios: readonly TriedScenario[]
  /** Makes the bot that only these scenarios would make. */
  readonly botOf: (keys: ReadonlySet<string>) => Promise<PreparedBot>
  readonly signal: AbortSignal
  readonly show: (text: string) => void
}

/** Trials of examples, each with itself left out, and of some of them with their whole scenario left out. */
export interface Trials {
  readonly trials: readonly ExampleTrial[]
  readonly foreign: readonly ExampleTrial[]
  /** How many examples were not tried. */
  readonly leftOut: number
}

/** Tries the examples of all scenarios, in their order. Rejects with the signal's reason when one came. */
export async function runTrials(run: TrialRun): Promise<Trials> {
  const { scenarios, prepared } = run
  const places = new Map(scenarios.map(({ key, examples }) => [key, [...examples.keys()].slice(0, mostTried)]))
  const total = [...places.values()].reduce((sum, own) => sum + own.length, 0)
  const trials = await tryAll(
    run,
    prepared,
    placedOf(scenarios, places),
    done => `${done} of ${count(total, 'example')} tried …`,
  )
  const foreign = await tryForeign(run, total)
  return { trials, foreign, leftOut: scenarios.reduce((sum, { examples }) => sum + examples.length, 0) - total }
}

type Placed = readonly [scenario: TriedScenario, example: number]

function placedOf(
  scenarios: readonly TriedScenario[],
  places: ReadonlyMap<string, readonly number[]>,
): readonly Placed[] {
  return scenarios.flatMap(scenario => (places.get(scenario.key) ?? []).map(example => [scenario, example] as const))
}

/** What a message comes to that belongs to no scenario is read from examples on a bot that lacks their scenario. */
async function tryForeign(run: TrialRun, total: number): Promise<readonly ExampleTrial[]> {
  const { scenarios } = run
  const keys = scenarios.map(({ key }) => key)
  const foreign: ExampleTrial[] = []
  for (const fold of foldsOf(scenarios)) {
    const without = new Set(fold.map(({ key }) => key))
    const bot = await run.botOf(new Set(keys.filter(key => !without.has(key))))
    const places = new Map(
      fold.map(({ key, examples }) => [key, foreignPlaces(Math.min(examples.length, mostTried), total)]),
    )
    const before = foreign.length
    const shown = (done: number) => `${before + done} examples tried without their scenario …`
    foreign.push(...(await tryAll(run, bot, placedOf(fold, places), shown)))
  }
  return foreign
}

async function tryAll(
  { signal, show }: TrialRun,
  { bot, ready }: PreparedBot,
  placed: readonly Placed[],
  shown: (done: number) => string,
): Promise<readonly ExampleTrial[]> {
  await ready(placed.map(([{ examples }, example]) => examples[example] ?? ''))
  const tried: ExampleTrial[] = []
  const breath = createBreath(signal, () => show(shown(tried.length)))
  const tryOut = createTrials(bot)
  for (const [scenario, example] of placed) {
    tried.push(tryOut(scenario, example))
    await breath()
  }
  return tried
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
