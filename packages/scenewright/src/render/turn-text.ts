import { visible } from '@scenewright/model/text'
import type { Turn } from '@scenewright/simulator'
import { painter } from '../shell/terminal.ts'
import { decisionText } from './score-text.ts'

/** A turn of a conversation: the message, the decision, and the replies. */
export function turnText(turn: Turn, color: boolean): string {
  const paint = painter(color)
  return `${paint('bold', 'customer')}  ${visible(turn.user)}\n${answerText(turn, color)}`
}

/** The bot's side of a turn. */
export function answerText(turn: Turn, color: boolean): string {
  const paint = painter(color)
  const lines = turn.replies.map(
    reply => `${paint('cyan', 'bot')}       ${visible(reply).replaceAll('\n', '\n          ')}`,
  )
  const offered = (turn.offer ?? []).map(({ label }, index) => `          ${index + 1}. ${visible(label)}`)
  return [paint('dim', `          ${noteText(turn)}`), ...lines, ...offered].map(line => `${line}\n`).join('')
}

function noteText(turn: Turn): string {
  const decision = decisionText(turn.decision, (_style, text) => text)
  const walk = turn.walk.length > 0 ? `: ${turn.walk.map(visible).join(' → ')}` : ''
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
