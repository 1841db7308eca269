import { count, visible } from '@scenewright/model/text'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { ownCommand } from '../../../shell/installation.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, locationWords, readLocation } from '../location.ts'

export const serviceAccountList: CommandDefinition<SharedOptions & LocationOptions> = {
  formats: ['text', 'json'],
  options: locationOptions,
  examples: [['scenewright service account list --data ./service-data', 'the oldest account first']],
  async run({ terminal, cwd, env }, _args, options) {
    const accounts = await loadService({ cwd }).listAccounts(readLocation(options, { cwd, env }))
    if (options.format === 'json') {
      terminal.out(json(accounts))
      return 0
    }
    if (accounts.length === 0) {
      const create = `${ownCommand(env)} service init${locationWords(options)} --email <your e-mail address>`
      terminal.err(`There are no accounts. Create one with ${create}\n`)
    }
    for (const { email, is_active, bots, created_at } of accounts) {
      const state = is_active ? 'active' : 'disabled'
      terminal.out(visible(`${email}  ${state}  ${count(bots, 'bot')}  since ${created_at.slice(0, 10)}\n`))
    }
    return 0
  },
}
