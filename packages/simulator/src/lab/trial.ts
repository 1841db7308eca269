import type { Bot } from '../dialogue/bot.ts'
import { createForesight } from '../dialogue/foresee.ts'
import type { Decision } from '../dialogue/turn.ts'
import type { Contender, HeldOutExample } from '../trigger/scorer.ts'

/** A message that is known to belong to a scenario, and what the bot made of it. */
export interface ExampleTrial extends Required<HeldOutExample> {
  readonly text: string
  readonly decision: Decision
  /** Of those from 50 on the best few, best first; the scenario itself too, whatever its confidence, unless it is out. */
  readonly contenders: readonly Contender[]
}

/** A scenario whose trigger is tried. */
export interface TriedScenario {
  readonly key: string
  readonly min_confidence: number
  readonly examples: readonly string[]
}

/** No scenario starts below it: the least `min_confidence` that a source may ask for. */
export const leastThreshold = 50

/** As many contenders as other settings may bring into play: more only cost memory. */
const mostContenders = 6

/** Tries an example of a scenario, by its place. */
type Trying = (scenario: TriedScenario, example: number) => ExampleTrial

/** Makes what tries examples: `within` as if the scenario did not have it, `without` as if there were no such scenario. */
export function createTrials(bot: Bot): { readonly within: Trying; readonly without: Trying } {
  const foresee = createForesight(bot, leastThreshold)
  const tried = ({ key, examples }: TriedScenario, example: number, heldOut: HeldOutExample): ExampleTrial => {
    const text = examples[example] ?? ''
    const { decision, contenders } = foresee(text, heldOut)
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
