import { type Turn, takeTurns } from '@scenewright/simulator'
import { openBoundSources } from '@scenewright/workspace'
import { prepareBot } from '@scenewright/workspace/bot'
import { json } from '../render/json.ts'
import { turnText } from '../render/turn-text.ts'
import type { CommandDefinition } from '../shell/command.ts'

export const simulate: CommandDefinition = {
  arguments: '<messages...>',
  compiles: true,
  formats: ['text', 'json'],
  examples: [
    ['scenewright simulate "where is my money"', "print the bot's answer"],
    ['scenewright simulate "money" "1" --format json', 'two messages of one conversation'],
  ],
  async run(invocation, messages, options) {
    const { terminal } = invocation
    const { bot, ready } = await prepareBot(invocation, options, await openBoundSources(invocation, options))
    await ready(messages)
    const turns = takeTurns(bot, messages)
    if (options.format === 'json') terminal.out(json({ turns: turns.map(turnJson) }))
    else terminal.out(turns.map(turn => turnText(turn, terminal.color.out)).join('\n'))
    return 0
  },
}

/** A turn in its stable form for programs; `score` prints the details of the decision. */
function turnJson({ user, decision, replies, walk, outcome }: Turn): object {
  return { user, decision, replies, walk, outcome }
}
