import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { ownCommand } from '../../shell/installation.ts'
import { loadService } from './load-service.ts'
import { type LocationOptions, locationOptions, locationWords, readLocation } from './location.ts'
import { printAccount } from './print-account.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
}

export const serviceInit: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => locationOptions(command).requiredOption('--email <address>', 'the e-mail address of the account'),
  examples: [
    ['scenewright service init --data ./service-data --email me@example.com', 'a first account'],
    [
      'scenewright service init --data ./service-data --email me@example.com',
      'run it again: a new key for the account; the old one becomes invalid immediately',
    ],
  ],
  async run({ terminal, cwd, env }, _args, options) {
    const location = readLocation(options, { cwd, env })
    const account = await loadService({ cwd }).initAccount({ ...location, email: options.email })
    printAccount(terminal, account, { format: options.format, next: nextSteps(options, ownCommand(env)) })
    return 0
  },
}

function nextSteps(location: LocationOptions, command: string): string {
  return `The key is shown only once. Next, start the service and leave it running:

  ${command} service start${locationWords(location)}

In a second terminal, run the two export lines above. Then, in the folder of your project:

  ${command} service bot create --name "My bot" --env local
  ${command} apply --env local --init
`
}
