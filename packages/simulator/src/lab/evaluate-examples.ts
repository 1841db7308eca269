import type { Bot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { Decision } from '../dialogue/turn.ts'
import type { Contender, HeldOutExample } from '../trigger/scorer.ts'
import { lowest } from './threshold-advice.ts'

/** The approximate number of foreign messages to evaluate: enough to determine a share to about one percent. */
const maxForeign = 1500

/** A message whose scenario is known, and the bot's decision. */
export interface ExampleEvaluation extends Required<HeldOutExample> {
  readonly text: string
  readonly decision: Decision
  /**
   * The best few of those from 50 on, best first; also the scenario itself, whatever its confidence, unless it is ruled
   * out.
   */
  readonly contenders: readonly Contender[]
}

/** A scenario whose trigger is evaluated. */
export interface EvaluatedScenario {
  readonly key: string
  readonly min_confidence: number
  readonly examples: readonly string[]
}

/** The number of contenders that other settings may affect: more would only cost memory. */
export const maxContenders = 6

/** Evaluates an example of a scenario, by its index. */
type EvaluateExample = (scenario: EvaluatedScenario, example: number) => ExampleEvaluation

/**
 * Creates the functions that evaluate examples: `within` as if the scenario did not contain it, `without` as if the
 * scenario did not exist.
 */
export function createEvaluations(bot: Bot): { readonly within: EvaluateExample; readonly without: EvaluateExample } {
  const predict = createPredictor(bot, lowest)
  const tried = ({ key, examples }: EvaluatedScenario, example: number, heldOut: HeldOutExample): ExampleEvaluation => {
    const text = examples[example] ?? ''
    const { decision, contenders } = predict(text, heldOut)
    const kept = contenders.filter(({ scenario }, place) => place < maxContenders || scenario === key)
    return { scenario: key, example, text, decision, contenders: kept.map(lean) }
  }
  return {
    within: (scenario, example) => tried(scenario, example, { scenario: scenario.key, example }),
    without: (scenario, example) => tried(scenario, example, { scenario: scenario.key }),
  }
}

/** Tens of thousands of them are stored at once. */
function lean({ scenario, confidence, min_confidence, nearest }: Contender): Contender {
  return { scenario, confidence, min_confidence, ...(nearest && { nearest }) }
}

/**
 * The indexes of a scenario's examples that are evaluated without it, evenly spread; `total` is the number of all
 * examples.
 */
export function selectForeignExamples(examples: number, total: number): readonly number[] {
  const kept = Math.min(examples, Math.max(1, Math.floor((examples * maxForeign) / Math.max(1, total))))
  return Array.from({ length: kept }, (_none, step) => Math.floor((step * examples) / kept))
}
