import { resolve } from 'node:path'
import { count } from '@scenewright/model/text'
import { json } from '../../render/json.ts'
import type { CommandDefinition, SharedOptions } from '../../shell/command.ts'
import { requireReportFile } from '../../shell/files.ts'
import { progressLine } from '../../shell/terminal.ts'
import { loadService } from './load-service.ts'
import { type LocationOptions, locationOptions, readLocation } from './location.ts'

interface Options extends SharedOptions, LocationOptions {
  readonly out: string
}

export const serviceBackup: CommandDefinition<Options> = {
  formats: ['text', 'json'],
  options: command => locationOptions(command).requiredOption('--out <file>', 'the file to write the backup to'),
  examples: [
    ['scenewright service backup --data ./service-data --out bots.backup', 'while the service is stopped'],
    [
      'scenewright service backup --database-url postgres://localhost/bots --out bots.backup',
      'while services are running',
    ],
  ],
  async run({ terminal, cwd, env, signal }, _args, options) {
    requireReportFile(cwd, options.out)
    const file = resolve(cwd, options.out)
    const location = readLocation(options, { cwd, env })
    const { backUp } = loadService({ cwd })
    const progress = progressLine(terminal)
    const onProgress = (rows: number) => progress.show(`${count(rows, 'row')} written`)
    const summary = await backUp({ ...location, file, signal, onProgress }).finally(() => progress.show(''))
    if (options.format === 'json') terminal.out(json({ file, ...summary }))
    terminal.err(`${count(summary.rows, 'row')} of ${count(summary.tables, 'table')} written to "${options.out}".\n`)
    terminal.err('It does not contain the key file: keep a copy of that too, or header values are lost.\n')
    return 0
  },
}
