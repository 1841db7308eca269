import { initAccount } from '@scenewright/service'
import type { CommandDefinition, SharedOptions } from '../../command.ts'
import { type LocationOptions, locationOf, locationOptions } from './location.ts'
import { printAccount } from './print-account.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
}

export const serviceInit: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => locationOptions(command).requiredOption('--email <address>', 'the e-mail address of the account'),
  examples: [
    ['scenewright service init --data ./service-data --email me@example.com', 'a first account'],
    ['the same again', 'a new key for it; the old one ends at once'],
  ],
  async run({ terminal, cwd, env }, _args, options) {
    const account = await initAccount({ ...locationOf(options, { cwd, env }), email: options.email })
    printAccount(terminal, account, options.format)
    return 0
  },
}
