import { visible } from '@scenewright/model/text'
import type { Decision, Reason, Stop, StopReason, Turn } from '@scenewright/simulator'

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

const reasons: { readonly [reason in StopReason]: string } = {
  end: 'the end',
  'node-type': 'the toolkit cannot simulate a node of the type',
  'reply-without-text': 'the reply has no text',
  conditions: 'the toolkit cannot simulate the conditions of its edges',
  'no-edge': 'no edge leads on',
  'no-such-node': 'the edge leads to a node that does not exist',
  'no-start': 'the start node does not exist',
  'met-twice': 'the node was visited before, so the flow would never end',
  'step-limit': 'there are too many steps for one turn',
}

/** Where and why a walk stopped, in words. */
export function stopText({ reason, detail }: Stop): string {
  return detail === undefined ? reasons[reason] : `${reasons[reason]} "${visible(detail)}"`
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
      return `${decision}${walk} (stuck: ${turn.stoppedAt === undefined ? 'no edge leads on' : stopText(turn.stoppedAt)})`
    case 'endless':
      return `${decision}${walk} (endless: it would never stop sending replies)`
    case 'none':
      return `starts nothing: ${noneWords(turn)}`
    case 'clarifying':
      return 'asks the customer to choose:'
  }
}

/** Why no scenario starts. */
function noneWords({ scores }: Turn): string {
  const ran = scores.find(({ out, confidence, min_confidence }) => out === 'ran' && confidence >= min_confidence)
  if (ran === undefined) return 'no scenario has enough confidence'
  return `${ran.scenario} has already run, and no other scenario has enough confidence`
}
