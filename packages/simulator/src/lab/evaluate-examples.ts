import type { Bot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { Decision } from '../dialogue/turn.ts'
import type { Contender, HeldOutExample } from '../trigger/scorer.ts'

/** As many foreign messages are tried, about: what they come to is a share, and known to a percent or so. */
const mostForeign = 1500

/** A message that is known to belong to a scenario, and what the bot made of it. */
export interface ExampleEvaluation extends Required<HeldOutExample> {
  readonly text: string
  readonly decision: Decision
  /** Of those from 50 on the best few, best first; the scenario itself too, whatever its confidence, unless it is out. */
  readonly contenders: readonly Contender[]
}

/** A scenario whose trigger is tried. */
export interface EvaluatedScenario {
  readonly key: string
  readonly min_confidence: number
  readonly examples: readonly string[]
}

/** No scenario starts below it: the least `min_confidence` that a source may ask for. */
export const leastThreshold = 50

/** As many contenders as other settings may bring into play: more only cost memory. */
const mostContenders = 6

/** Tries an example of a scenario, by its place. */
type EvaluateExample = (scenario: EvaluatedScenario, example: number) => ExampleEvaluation

/** Makes what tries examples: `within` as if the scenario did not have it, `without` as if there were no such scenario. */
export function createEvaluations(bot: Bot): { readonly within: EvaluateExample; readonly without: EvaluateExample } {
  const predict = createPredictor(bot, leastThreshold)
  const tried = ({ key, examples }: EvaluatedScenario, example: number, heldOut: HeldOutExample): ExampleEvaluation => {
    const text = examples[example] ?? ''
    const { decision, contenders } = predict(text, heldOut)
    const kept = contenders.filter(({ scenario }, place) => place < mostContenders || scenario === key)
    return { scenario: key, example, text, decision, contenders: kept.map(lean) }
  }
  return {
    within: (scenario, example) => tried(scenario, example, { scenario: scenario.key, example }),
    without: (scenario, example) => tried(scenario, example, { scenario: scenario.key }),
  }
}

/** Tens of thousands of them are kept at once. */
function lean({ scenario, confidence, min_confidence, nearest }: Contender): Contender {
  return { scenario, confidence, min_confidence, ...(nearest && { nearest }) }
}

/** The places of the examples of a scenario that are tried without it, evenly spread; `total` is how many all have. */
export function foreignPlaces(examples: number, total: number): readonly number[] {
  const kept = Math.min(examples, Math.max(1, Math.floor((examples * mostForeign) / Math.max(1, total))))
  return Array.from({ length: kept }, (_none, step) => Math.floor((step * examples) / kept))
}
