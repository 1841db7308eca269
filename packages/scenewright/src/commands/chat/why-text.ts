import type { BotSettings } from '@scenewright/model'
import type { Decision, Turn, TurnScore } from '@scenewright/simulator'
import { type ScoreLook, scoreText } from '../../render/score-text.ts'
import { painter } from '../../shell/terminal.ts'

/** How many scenarios are shown that had no part in the decision. */
const others = 2

/** Why a turn was decided as it was: the rule that held, and the scores that mattered with what made them. */
export function whyText({ user, decision, scores }: Turn, settings: BotSettings, look: ScoreLook): string {
  const shown = scoresThatMatter(decision, scores)
  const ran = shown.filter(({ out }) => out === 'ran').map(({ scenario }) => `  ${scenario} is out: it ran before\n`)
  return [
    `${ruleText(decision, scores, settings)}\n`,
    scoreText({ message: user, decision, scores: shown }, look),
    painter(look.color)('yellow', ran.join('')),
  ].join('')
}

function scoresThatMatter(decision: Decision, scores: readonly TurnScore[]): readonly TurnScore[] {
  const named = decision.kind === 'clarify' ? decision.candidates : decision.kind === 'start' ? [decision.scenario] : []
  const speaking = scores.filter(({ confidence, excluded }) => confidence > 0 || excluded !== undefined)
  const rest = speaking.filter(({ scenario }) => !named.includes(scenario))
  const kept = new Set([
    ...scores.filter(({ scenario }) => named.includes(scenario)),
    ...rest.slice(0, others),
    ...rest.filter(({ out }) => out !== undefined).slice(0, others),
  ])
  return scores.filter(score => kept.has(score))
}

function ruleText(decision: Decision, scores: readonly TurnScore[], settings: BotSettings): string {
  switch (decision.kind) {
    case 'start':
      return decision.picked === true
        ? 'The customer picked it from what was offered, whatever its confidence.'
        : 'It is the surest scenario that reaches its own confidence and is not out.'
    case 'clarify': {
      const { scenario_clarify_min_confidence: least, scenario_clarify_margin: margin } = settings
      return `These have a confidence of ${least} or more and are less than ${margin} behind the best.`
    }
    case 'none':
      return nothingText(scores.filter(({ out }) => out === undefined))
  }
}

function nothingText([best]: readonly TurnScore[]): string {
  if (best === undefined || best.confidence === 0) return 'No scenario that is not out has anything in common with it.'
  const lack = (best.min_confidence - best.confidence).toFixed(1)
  return `No scenario that is not out reaches its own confidence; the nearest, ${best.scenario}, lacks ${lack}.`
}
