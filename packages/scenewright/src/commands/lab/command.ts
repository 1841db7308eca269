import { OperationError } from '@scenewright/model'
import { openBoundSources } from '@scenewright/workspace'
import { type CommandDefinition, type Invocation, numberOption, type SharedOptions } from '../../shell/command.ts'
import { writeReport } from '../../shell/files.ts'
import { type LabFormatName, labFormatNames, labFormats } from './formats/index.ts'
import { percent } from './formats/wording.ts'
import { type LabOptions, makeReport } from './make-report.ts'

interface Options extends SharedOptions, LabOptions {
  readonly format: LabFormatName
  readonly out?: string
  readonly minAccuracy?: number
}

export const lab: CommandDefinition<Options> = {
  compiles: true,
  formats: labFormatNames,
  options: command =>
    command
      .option('--replay <file>', "also replay customers' messages: one per line, .csv, .tsv or .ndjson; - reads them")
      .option('--column <name>', 'the column or field with the messages (default: text, message, or the first)')
      .option('--out <file>', 'write the report to this file instead of printing it')
      .option(
        '--min-accuracy <percent>',
        'exit with 1 if fewer examples start their own scenario',
        numberOption('--min-accuracy', 0, 100),
      ),
  examples: [
    ['scenewright lab', 'list the colliding scenarios and their examples'],
    ['scenewright lab --format html --out lab.html', 'the same as an interactive page'],
    ['scenewright lab --replay messages.csv --column question', 'show which scenarios real messages would start'],
    ['scenewright lab --min-accuracy 70 --quiet', 'for CI'],
  ],
  async run(invocation, _args, options) {
    if (options.column !== undefined && options.replay === undefined) {
      throw new OperationError('usage', '--column requires --replay, which names the file of messages')
    }
    const report = await makeReport(invocation, options, await openBoundSources(invocation, options))
    const render = await labFormats[options.format]()
    const color = options.out === undefined && invocation.terminal.color.out
    await deliver(invocation, options, render(report, { color }))
    const { right } = report.outcomes
    return isBelow(right, report.examples.tried, options, invocation) ? 1 : 0
  },
}

async function deliver({ terminal, cwd }: Invocation, { out }: Options, text: string): Promise<void> {
  if (out === undefined) return terminal.out(text)
  await writeReport(cwd, out, text)
  terminal.err(`written to ${out}\n`)
}

function isBelow(right: number, tried: number, { minAccuracy }: Options, { terminal }: Invocation): boolean {
  if (minAccuracy === undefined || right * 100 >= tried * minAccuracy) return false
  terminal.err(`${percent(right, tried)} of the examples start their own scenario; the minimum is ${minAccuracy} %\n`)
  return true
}
