import { visible } from '@scenewright/model/text'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from '../location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
}

export const serviceAccountDisable = switchCommand(false, [
  'scenewright service account disable --data ./service-data --email me@example.com',
  'all its requests get a 403; what it has already requested is still answered',
])

export const serviceAccountEnable = switchCommand(true, [
  'scenewright service account enable --data ./service-data --email me@example.com',
  'its key is still valid',
])

function switchCommand(isActive: boolean, example: readonly [string, string]): CommandDefinition<Options> {
  return {
    formats: ['text', 'json'],
    options: command =>
      locationOptions(command).requiredOption('--email <address>', 'the e-mail address of the account'),
    examples: [example],
    async run({ terminal, cwd, env }, _args, { email, format, ...options }) {
      const location = readLocation(options, { cwd, env })
      const account = await loadService({ cwd }).setAccountActive({ ...location, email, isActive })
      if (format === 'json') terminal.out(json(account))
      else terminal.err(visible(`The account ${account.email} is ${isActive ? 'enabled' : 'disabled'}.\n`))
      return 0
    },
  }
}
