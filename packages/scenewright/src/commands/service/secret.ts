import { json } from '../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { loadService } from './load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from './location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly bot: string
  readonly reissue?: boolean
}

export const serviceSecret: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    locationOptions(command)
      .requiredOption('--bot <id>', 'the unique_id of the bot')
      .option('--reissue', 'create a new one first; the old one is invalid immediately'),
  examples: [
    [
      'scenewright service secret --data ./service-data --bot <id>',
      'print the secret with which the receiver verifies signatures',
    ],
    ['scenewright service secret --data ./service-data --bot <id> --reissue', 'a new one'],
  ],
  async run({ terminal, cwd, env }, _args, { bot, reissue = false, format, ...options }) {
    const location = readLocation(options, { cwd, env })
    const secret = await loadService({ cwd }).webhookSecret({ ...location, bot, reissue })
    if (format === 'json') terminal.out(json({ bot_unique_id: bot, webhook_secret: secret }))
    else terminal.out(`${secret}\n`)
    return 0
  },
}
