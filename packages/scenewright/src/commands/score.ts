import { OperationError } from '@scenewright/model'
import { newDialogue, takeTurn } from '@scenewright/simulator'
import { openBoundSources } from '@scenewright/workspace'
import { prepareBot } from '@scenewright/workspace/bot'
import { json } from '../render/json.ts'
import { type Scored, scoreText } from '../render/score-text.ts'
import { type CommandDefinition, numberOption, type SharedOptions } from '../shell/command.ts'
import { readInput } from '../shell/files.ts'

interface Options extends SharedOptions {
  readonly batch?: string
  readonly top?: number
}

/** For a batch, only the best few: thousands of messages times hundreds of scenarios are useless. */
const topOfBatch = 5

export const score: CommandDefinition<Options> = {
  arguments: '[message]',
  compiles: true,
  formats: ['text', 'json', 'ndjson'],
  options: command =>
    command
      .option('--batch <file>', 'score every line of a file')
      .option(
        '--top <number>',
        'print only the best ones (default: all; for a batch the best 5)',
        numberOption('--top', 1),
      ),
  examples: [
    ['scenewright score "where is my money"', 'score every scenario, best first, with reasons'],
    ['scenewright score --batch messages.txt --format ndjson', 'one line of JSON per message'],
  ],
  async run(invocation, [message], options) {
    const { terminal, cwd } = invocation
    const messages = await readMessageOrBatch(cwd, message, options.batch)
    const { bot, ready, scoredBy } = await prepareBot(invocation, options, await openBoundSources(invocation, options))
    await ready(messages)
    const top = options.top ?? (options.batch === undefined ? undefined : topOfBatch)
    const scored = function* (): Generator<Scored> {
      for (const text of messages) {
        const { decision, scores } = takeTurn(bot, newDialogue, text).turn
        yield { message: text, decision, scores: scores.slice(0, top).map(({ out: _out, ...score }) => score) }
      }
    }
    if (options.format === 'json') {
      const all = [...scored()]
      terminal.out(json(options.batch === undefined ? all[0] : all))
    } else {
      const look = { color: terminal.color.out, width: terminal.columns(), scoredBy }
      let isFirst = true
      for (const one of scored()) {
        if (invocation.signal.aborted) break
        if (options.format === 'ndjson') terminal.out(`${JSON.stringify(one)}\n`)
        else terminal.out(`${isFirst ? '' : '\n'}${scoreText(one, look)}`)
        isFirst = false
      }
    }
    return 0
  },
}

async function readMessageOrBatch(
  cwd: string,
  message: string | undefined,
  batch: string | undefined,
): Promise<readonly string[]> {
  if ((message === undefined) === (batch === undefined)) {
    throw new OperationError('usage', 'score needs one message, or --batch with a file of messages', {
      help: 'for example: scenewright score "where is my money"',
    })
  }
  if (batch === undefined) return [message ?? '']
  const text = await readInput(cwd, batch)
  return text.split(/\r?\n/).filter(line => line.trim() !== '')
}
