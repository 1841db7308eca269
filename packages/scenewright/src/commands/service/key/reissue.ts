import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from '../location.ts'
import { printAccount } from '../print-account.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
}

export const serviceKeyReissue: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => locationOptions(command).requiredOption('--email <address>', 'the e-mail address of the account'),
  examples: [
    [
      'scenewright service key reissue --data ./service-data --email me@example.com',
      'a new key; the old one becomes invalid immediately',
    ],
  ],
  async run({ terminal, cwd, env }, _args, options) {
    const location = readLocation(options, { cwd, env })
    const account = await loadService({ cwd }).reissueKey({ ...location, email: options.email })
    const next = 'The key is shown only once. The previous key no longer works.\n'
    printAccount(terminal, account, { format: options.format, next })
    return 0
  },
}
