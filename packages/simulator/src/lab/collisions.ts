import { compareText } from '@scenewright/model'
import type { Contender } from '../trigger/scorer.ts'
import { type Advice, adviceOn } from './advice.ts'
import { outcomeOf } from './outcomes.ts'
import type { ExampleTrial, TriedScenario } from './trial.ts'

/** An example that another scenario would start by, or that the bot would ask back at, because of the other one. */
export interface CollidingExample {
  /** The scenario whose example it is. */
  readonly scenario: string
  /** Its place in the list, from 0. */
  readonly example: number
  readonly text: string
  /** Of its own scenario, without it; null where an exclusion puts the scenario out. */
  readonly confidence: number | null
  readonly rival: string
  readonly rival_confidence: number
  /** Whether the rival starts, or is only among what is asked. */
  readonly starts: boolean
  /** The rival's example that it is nearest to, and their likeness from 0 to 1. */
  readonly nearest?: { readonly example: number; readonly text: string; readonly likeness: number }
}

/** Two scenarios that the bot takes for each other. */
export interface Collision {
  /** Their keys, in order. */
  readonly scenarios: readonly [string, string]
  /** How many examples of the one start the other. */
  readonly started: number
  /** At how many the bot asks back with the rival among what it offers. */
  readonly asked: number
  readonly advice: Advice
  /** The worst ones. */
  readonly examples: readonly CollidingExample[]
}

/** As many examples as are told of one pair. */
const mostTold = 10

/** The pairs that collide, worst first: most wrong starts, then most questions, then the nearest examples. */
export function findCollisions(
  trials: readonly ExampleTrial[],
  scenarios: ReadonlyMap<string, TriedScenario>,
): readonly Collision[] {
  const pairs = new Map<string, CollidingExample[]>()
  for (const example of trials.flatMap(trial => collidingOf(trial, scenarios))) {
    const name = JSON.stringify(keysOf(example))
    const found = pairs.get(name)
    if (found === undefined) pairs.set(name, [example])
    else found.push(example)
  }
  return [...pairs.values()].map(examples => collisionOf(examples, scenarios)).sort(compareCollisions)
}

function collidingOf(trial: ExampleTrial, scenarios: ReadonlyMap<string, TriedScenario>): readonly CollidingExample[] {
  const { decision, scenario: own } = trial
  if (decision.kind === 'none' || outcomeOf(decision, own) === 'right') return []
  const rivals = new Set(decision.kind === 'start' ? [decision.scenario] : decision.candidates)
  return trial.contenders
    .filter(({ scenario }) => scenario !== own && rivals.has(scenario))
    .map(rival => colliding(trial, rival, scenarios.get(rival.scenario)))
}

function colliding(trial: ExampleTrial, rival: Contender, tried: TriedScenario | undefined): CollidingExample {
  const { scenario, example, text, decision, contenders } = trial
  const { nearest } = rival
  return {
    scenario,
    example,
    text,
    confidence: contenders.find(contender => contender.scenario === scenario)?.confidence ?? null,
    rival: rival.scenario,
    rival_confidence: rival.confidence,
    starts: decision.kind === 'start',
    ...(nearest && { nearest: { ...nearest, text: tried?.examples[nearest.example] ?? '' } }),
  }
}

function collisionOf(examples: readonly CollidingExample[], scenarios: ReadonlyMap<string, TriedScenario>): Collision {
  const [first] = examples
  const keys: readonly [string, string] = first === undefined ? ['', ''] : keysOf(first)
  const sorted = examples.toSorted(compareExamples)
  const size = keys.reduce((sum, key) => sum + (scenarios.get(key)?.examples.length ?? 0), 0)
  const started = examples.filter(({ starts }) => starts).length
  return {
    scenarios: keys,
    started,
    asked: examples.length - started,
    advice: adviceOn(sorted, size),
    examples: sorted.slice(0, mostTold),
  }
}

function keysOf({ scenario, rival }: CollidingExample): readonly [string, string] {
  return compareText(scenario, rival) < 0 ? [scenario, rival] : [rival, scenario]
}

function compareExamples(a: CollidingExample, b: CollidingExample): number {
  return (
    Number(b.starts) - Number(a.starts) ||
    likenessOf(b) - likenessOf(a) ||
    b.rival_confidence - a.rival_confidence ||
    compareText(a.scenario, b.scenario) ||
    a.example - b.example
  )
}

function compareCollisions(a: Collision, b: Collision): number {
  return (
    b.started - a.started ||
    b.asked - a.asked ||
    likenessOf(b.examples[0]) - likenessOf(a.examples[0]) ||
    compareText(a.scenarios.join('\n'), b.scenarios.join('\n'))
  )
}

function likenessOf(example: CollidingExample | undefined): number {
  return example?.nearest?.likeness ?? 0
}
