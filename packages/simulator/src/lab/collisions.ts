import { addTo } from '@scenewright/model/collections'
import { compareText } from '@scenewright/model/text'
import { fold } from '../trigger/fold.ts'
import type { Contender } from '../trigger/scorer.ts'
import type { EvaluatedScenario, ExampleEvaluation } from './evaluate-examples.ts'
import { classifyOutcome } from './outcomes.ts'

/** The advice for two scenarios that collide. Plain data: a report words it. */
export type Advice =
  /** Both have the same example: remove it from one of them. */
  | { readonly kind: 'same'; readonly text: string }
  /** Their examples are interchangeable: they may be one scenario. */
  | { readonly kind: 'merge' }
  /** One matches a message of the other: `scenario` should have `text` among its exclusions. */
  | { readonly kind: 'exclusion'; readonly scenario: string; readonly text: string }
  /** The examples do not distinguish the two scenarios enough. */
  | { readonly kind: 'reword'; readonly text: string }

/** From this share of both scenarios' examples on, they are probably one scenario. */
const mergeShare = 0.5

/**
 * An example that another scenario would start for, or for which the bot would ask for clarification because of the
 * other.
 */
interface CollidingExample {
  /** The scenario whose example it is. */
  readonly scenario: string
  /** Its index in the list. */
  readonly example: number
  readonly text: string
  /** The confidence of its own scenario, without it; null if an exclusion rules the scenario out. */
  readonly confidence: number | null
  readonly rival: string
  readonly rival_confidence: number
  /** Whether the rival starts, or is only offered. */
  readonly starts: boolean
  /** The rival's most similar example, and their similarity from 0 to 1. */
  readonly nearest?: { readonly example: number; readonly text: string; readonly likeness: number }
}

/** Two scenarios that the bot confuses. */
export interface Collision {
  /** Their keys, in order. */
  readonly scenarios: readonly [string, string]
  /** The number of examples of one that start the other. */
  readonly started: number
  /** The number of examples for which the bot asks for clarification and offers the rival. */
  readonly asked: number
  readonly advice: Advice
  /** The worst ones. */
  readonly examples: readonly CollidingExample[]
}

/** The maximum number of reported examples per pair. */
const maxReported = 10

/** The colliding pairs, worst first: most wrong starts, then most clarifications, then the most similar examples. */
export function findCollisions(
  evaluations: readonly ExampleEvaluation[],
  scenarios: ReadonlyMap<string, EvaluatedScenario>,
): readonly Collision[] {
  const pairs = new Map<string, CollidingExample[]>()
  for (const example of evaluations.flatMap(evaluation => findColliding(evaluation, scenarios))) {
    const name = JSON.stringify(keysOf(example))
    addTo(pairs, name, example)
  }
  return [...pairs.values()].map(examples => toCollision(examples, scenarios)).sort(compareCollisions)
}

function findColliding(
  evaluation: ExampleEvaluation,
  scenarios: ReadonlyMap<string, EvaluatedScenario>,
): readonly CollidingExample[] {
  const { decision, scenario: own } = evaluation
  if (decision.kind === 'none' || classifyOutcome(decision, own) === 'right') return []
  const rivals = new Set(decision.kind === 'start' ? [decision.scenario] : decision.candidates)
  return evaluation.contenders
    .filter(({ scenario }) => scenario !== own && rivals.has(scenario))
    .map(rival => colliding(evaluation, rival, scenarios.get(rival.scenario)))
}

function colliding(
  evaluation: ExampleEvaluation,
  rival: Contender,
  tried: EvaluatedScenario | undefined,
): CollidingExample {
  const { scenario, example, text, decision, contenders } = evaluation
  const { nearest } = rival
  return {
    scenario,
    example,
    text,
    confidence: contenders.find(contender => contender.scenario === scenario)?.confidence ?? null,
    rival: rival.scenario,
    rival_confidence: rival.confidence,
    starts: decision.kind === 'start',
    ...(nearest && {
      nearest: {
        example: nearest.example,
        likeness: nearest.similarity,
        text: tried?.examples[nearest.example] ?? '',
      },
    }),
  }
}

function toCollision(
  examples: readonly CollidingExample[],
  scenarios: ReadonlyMap<string, EvaluatedScenario>,
): Collision {
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
    examples: sorted.slice(0, maxReported),
  }
}

function keysOf({ scenario, rival }: CollidingExample): readonly [string, string] {
  return compareText(scenario, rival) < 0 ? [scenario, rival] : [rival, scenario]
}

function compareExamples(a: CollidingExample, b: CollidingExample): number {
  return (
    Number(b.starts) - Number(a.starts) ||
    similarityOf(b) - similarityOf(a) ||
    b.rival_confidence - a.rival_confidence ||
    compareText(a.scenario, b.scenario) ||
    a.example - b.example
  )
}

function compareCollisions(a: Collision, b: Collision): number {
  return (
    b.started - a.started ||
    b.asked - a.asked ||
    similarityOf(b.examples[0]) - similarityOf(a.examples[0]) ||
    compareText(a.scenarios.join('\n'), b.scenarios.join('\n'))
  )
}

function similarityOf(example: CollidingExample | undefined): number {
  return example?.nearest?.likeness ?? 0
}

/** Advises on the colliding examples of a pair, worst first; `size` is the number of examples of both. */
function adviceOn(examples: readonly CollidingExample[], size: number): Advice {
  const same = examples.find(({ text, nearest }) => nearest !== undefined && fold(nearest.text) === fold(text))
  if (same !== undefined) return { kind: 'same', text: same.text }
  const sides = new Set(examples.map(({ scenario }) => scenario))
  if (sides.size === 2 && examples.length >= 4 && examples.length >= size * mergeShare) return { kind: 'merge' }
  const lost = examples.filter(({ starts }) => starts)
  const [worst] = lost
  if (worst !== undefined && lost.every(({ rival }) => rival === worst.rival)) {
    return { kind: 'exclusion', scenario: worst.rival, text: worst.text }
  }
  return { kind: 'reword', text: examples[0]?.text ?? '' }
}
