import { visible } from '@scenewright/model/text'
import type { Decision, Reason, Turn } from '@scenewright/simulator'

/** The label of each kind of reason for a score, before the text that it names. */
export const reasonLabels = {
  'exact-example': 'equals',
  'exact-exclusion': 'out, equals',
  example: 'example',
  description: 'description',
  title: 'title',
  exclusion: 'lowered by',
  word: 'words',
} as const satisfies { readonly [kind in Reason['kind']]: string }

/** The decision, in a few words. */
export function decisionWords(decision: Decision): string {
  switch (decision.kind) {
    case 'start':
      return `starts ${decision.scenario}`
    case 'clarify':
      return `asks which of ${decision.candidates.join(', ')}`
    case 'none':
      return 'starts nothing'
  }
}

/** The decision of a turn, its walk, and where that stopped. */
export function turnWords(turn: Turn): string {
  const decision = decisionWords(turn.decision)
  const walk = turn.walk.length > 0 ? `: ${turn.walk.map(visible).join(' \u2192 ')}` : ''
  switch (turn.outcome) {
    case 'ended':
      return `${decision}${walk}`
    case 'unsupported':
      return `${decision}${walk} (stops here: the toolkit cannot simulate what follows)`
    case 'stuck':
      return `${decision}${walk} (stuck: no edge continues)`
    case 'endless':
      return `${decision}${walk} (endless: it would never stop sending replies)`
    case 'none':
      return 'starts nothing: no scenario has enough confidence'
    case 'clarifying':
      return 'asks the customer to choose:'
  }
}
