import { resolve } from 'node:path'
import { count } from '@scenewright/model/text'
import { json } from '../../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../../shell/command.ts'
import { requireReportFile } from '../../../shell/files.ts'
import { loadService } from '../load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from '../location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly email: string
  readonly out: string
}

export const serviceAccountExport: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command =>
    locationOptions(command)
      .requiredOption('--email <address>', 'the e-mail address of the account')
      .requiredOption('--out <file>', 'the file to write: a JSON object per line'),
  examples: [
    [
      'scenewright service account export --data ./service-data --email me@example.com --out me.jsonl',
      'without keys, secrets and header values',
    ],
  ],
  async run({ terminal, cwd, env }, _args, { email, out, format, ...options }) {
    requireReportFile(cwd, out)
    const location = readLocation(options, { cwd, env })
    const file = resolve(cwd, out)
    const exported = await loadService({ cwd }).exportAccount({ ...location, email, file })
    if (format === 'json') terminal.out(json({ file, ...exported }))
    else terminal.err(`${count(exported.rows, 'row')} written to "${out}".\n`)
    return 0
  },
}
