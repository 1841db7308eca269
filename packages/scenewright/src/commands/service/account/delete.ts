import { count, visible } from '@scenewright/model/text'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { ask, progressLine } from '../../../shell/terminal.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from '../location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
  readonly yes?: boolean
}

export const serviceAccountDelete: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    locationOptions(command)
      .requiredOption('--email <address>', 'the e-mail address of the account')
      .option('--yes', 'do not ask for confirmation (the default without a terminal)'),
  examples: [
    [
      'scenewright service account delete --data ./service-data --email me@example.com',
      'its bots, documents, dialogues and journal too; nothing of them can be restored',
    ],
  ],
  async run(invocation, _args, { email, yes, format, ...options }) {
    const { terminal, cwd, env } = invocation
    const location = readLocation(options, { cwd, env })
    const question = `Delete the account ${email} with everything that belongs to it? This cannot be undone.`
    if (!yes && terminal.isInteractive() && !(await ask(invocation, visible(question)))) return 1
    const progress = progressLine(terminal)
    const onProgress = (rows: number) => progress.show(`${count(rows, 'row')} deleted`)
    const { deleteAccount } = loadService({ cwd })
    const deleted = await deleteAccount({ ...location, email, onProgress }).finally(() => progress.show(''))
    if (format === 'json') terminal.out(json(deleted))
    else terminal.err(visible(`The account ${deleted.email} is deleted: ${count(deleted.rows, 'row')}.\n`))
    return 0
  },
}
