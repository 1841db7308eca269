import { createInterface } from 'node:readline'
import { newDialogue, takeTurn } from '@scenewright/simulator'
import { prepareBot } from '../bot.ts'
import type { CommandDefinition } from '../command.ts'
import { openBoundSources } from '../project.ts'
import { answerText } from '../report/turn-text.ts'
import { forwardInterrupt } from '../terminal/interrupt.ts'

export const chat: CommandDefinition = {
  compiles: true,
  formats: ['text', 'ndjson'],
  examples: [
    ['scenewright chat', 'type messages; Ctrl-D ends the conversation'],
    ['scenewright chat --format ndjson < messages.txt', 'a line of JSON a turn'],
  ],
  async run(invocation, _args, options) {
    const { terminal, stdin, signal } = invocation
    const { bot, ready } = await prepareBot(invocation, options, await openBoundSources(invocation, options))
    const prompt = terminal.isInteractive() ? () => terminal.err('> ') : () => {}
    if (terminal.isInteractive())
      terminal.err('Type what a customer would. Ctrl-D ends; a line "/new" starts a new dialogue.\n')
    let dialogue = newDialogue
    const lines = createInterface({ input: stdin(), signal, crlfDelay: Number.POSITIVE_INFINITY })
    forwardInterrupt(lines)
    prompt()
    for await (const line of lines) {
      const message = line.trim()
      if (message === '/new') dialogue = newDialogue
      else if (message !== '') {
        await ready([message])
        const taken = takeTurn(bot, dialogue, message)
        dialogue = taken.dialogue
        terminal.out(
          options.format === 'ndjson' ? `${JSON.stringify(taken.turn)}\n` : answerText(taken.turn, terminal.color.out),
        )
      }
      prompt()
    }
    if (terminal.isInteractive()) terminal.err('\n')
    return 0
  },
}
