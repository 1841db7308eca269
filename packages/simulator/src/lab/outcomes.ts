import type { BotSettings } from '@scenewright/model/config'
import { decide } from '../dialogue/decide.ts'
import type { Decision } from '../dialogue/turn.ts'
import type { Contender } from '../trigger/scorer.ts'

/**
 * The outcome of a scenario's message: it starts the scenario (`right`) or another (`wrong`), the bot asks for
 * clarification with the scenario among its choices (`asked`) or without it (`astray`), or nothing starts (`none`).
 */
export type Outcome = 'right' | 'asked' | 'astray' | 'wrong' | 'none'

/** The number of messages by outcome. */
export type Outcomes = Readonly<Record<Outcome, number>>

/** The outcome of a decision for a message of the scenario `own`. */
export function classifyOutcome(decision: Decision, own: string): Outcome {
  switch (decision.kind) {
    case 'start':
      return decision.scenario === own ? 'right' : 'wrong'
    case 'clarify':
      return decision.candidates.includes(own) ? 'asked' : 'astray'
    case 'none':
      return 'none'
  }
}

/** Counts them. */
export function countOutcomes(outcomes: Iterable<Outcome>): Outcomes {
  const counts = { right: 0, asked: 0, astray: 0, wrong: 0, none: 0 }
  for (const outcome of outcomes) counts[outcome]++
  return counts
}

/** The decision with other settings, and with one `min_confidence` for all scenarios if one is given. */
export function decideAnew(contenders: readonly Contender[], settings: BotSettings, min?: number): Decision {
  return decideEach(contenders, settings, (_key, present) => min ?? present)
}

/** The decision with another `min_confidence` for each scenario. */
export function decideEach(
  contenders: readonly Contender[],
  settings: BotSettings,
  minOf: (key: string, present: number) => number,
): Decision {
  return decide(
    settings,
    contenders.map(({ scenario, confidence, min_confidence }) => ({
      scenario,
      confidence,
      min_confidence: minOf(scenario, min_confidence),
      reasons: [],
    })),
  )
}
