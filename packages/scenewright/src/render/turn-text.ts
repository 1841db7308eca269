import { visible } from '@scenewright/model/text'
import type { Turn } from '@scenewright/simulator'
import { painter } from '../shell/terminal.ts'
import { turnWords } from './turn-words.ts'

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
  return [paint('dim', `          ${turnWords(turn)}`), ...lines, ...offered].map(line => `${line}\n`).join('')
}
