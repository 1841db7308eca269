import { resolve } from 'node:path'
import { count } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { progressLine } from '../../shell/terminal.ts'
import { loadService } from './load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from './location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly in: string
}

export const serviceRestore: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => locationOptions(command).requiredOption('--in <file>', 'the file that `service backup` wrote'),
  examples: [
    ['scenewright service restore --in bots.backup --data ./service-data', 'restore into a new folder'],
    [
      'scenewright service restore --in bots.backup --database-url postgres://localhost/bots',
      'restore into PostgreSQL, for example to move there',
    ],
  ],
  async run({ terminal, cwd, env, signal }, _args, options) {
    const file = resolve(cwd, options.in)
    const location = readLocation(options, { cwd, env })
    const { restore } = loadService({ cwd })
    const progress = progressLine(terminal)
    const onProgress = (rows: number) => progress.show(`${count(rows, 'row')} restored`)
    const summary = await restore({ ...location, file, signal, onProgress }).finally(() => progress.show(''))
    if (options.format === 'json') terminal.out(json(summary))
    terminal.err(`${count(summary.rows, 'row')} of ${count(summary.tables, 'table')} restored.\n`)
    terminal.err(
      'The service needs the key file that belongs to the backup: --key-file, or header.key in the folder.\n',
    )
    return 0
  },
}
