import { takeTurns } from '@scenewright/simulator'
import { messagesIn, objectIn, textField } from '../http/fields.ts'
import type { ChatAnswer } from '../protocol.ts'
import type { Route } from '../route.ts'

const maxScores = 10

/** The bot's answers to the messages of one conversation. */
export const chat: Route = {
  method: 'POST',
  path: '/api/chat',
  async answer(studio, { body }): Promise<ChatAnswer> {
    const messages = messagesIn(body, 0)
    const start = body.start === undefined ? undefined : objectIn(body.start, 'start')
    const from = start && { scenario: textField(start, 'key'), node: textField(start, 'node') }
    const { bot, ready } = await studio.bot()
    await ready(messages)
    const live = await studio.live()
    return {
      turns: takeTurns(bot, messages, from).map(({ scores, ...turn }) => ({
        ...turn,
        scores: scores.slice(0, maxScores),
      })),
      broken: live.reports().flatMap(({ file, isBound }) => (isBound ? [] : [file])),
    }
  },
}
