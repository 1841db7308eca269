import { OperationError } from '@scenewright/model'
import { openBoundSources } from '@scenewright/workspace'
import { type CommandDefinition, type Invocation, numberOption, type SharedOptions } from '../../shell/command.ts'
import { requireReportFile, writeReport } from '../../shell/files.ts'
import { type LabFormatName, labFormatNames, labFormats } from './formats/index.ts'
import { gateText } from './gates.ts'
import { type LabOptions, makeReport } from './make-report.ts'
import { requirePerson, triage } from './triage.ts'
import { writeTuning } from './tuning.ts'

interface Options extends SharedOptions, LabOptions {
  readonly format: LabFormatName
  readonly out?: string
  readonly write?: boolean
  readonly triage?: boolean
}

export const lab: CommandDefinition<Options> = {
  compiles: true,
  formats: labFormatNames,
  options: command =>
    command
      .option('--replay <file>', "also replay customers' messages: one per line, .csv, .tsv or .ndjson; - reads them")
      .option('--column <name>', 'the column or field with the messages (default: text, message, or the first)')
      .option(
        '--expected-column <name>',
        'the column or field with the right scenario of each message (default: expected)',
      )
      .option(
        '--wrong-costs <number>',
        'for the advised threshold: a wrong start costs this many times a missing one, a whole number (default: 5)',
        numberOption('--wrong-costs', 1, 1000),
      )
      .option(
        '--write-labels <file>',
        'write the messages to a new .csv, .tsv or .jsonl file, each with the scenario that it starts, to be corrected',
      )
      .option('--triage', 'at a terminal: decide on each message that almost starts a scenario, and edit the sources')
      .option('--tune', 'propose thresholds for the labelled messages, as far as there are enough of them')
      .option('--write', 'with --tune: write the proposed thresholds into the config and the sources')
      .option('--out <file>', 'write the report to this file instead of printing it')
      .option(
        '--min-accuracy <percent>',
        'exit with 1 if fewer examples start their own scenario',
        numberOption('--min-accuracy', 0, 100),
      )
      .option(
        '--min-right <percent>',
        'exit with 1 if fewer labelled messages start the right scenario',
        numberOption('--min-right', 0, 100),
      )
      .option(
        '--max-wrong <percent>',
        'exit with 1 if more labelled messages start a wrong scenario',
        numberOption('--max-wrong', 0, 100),
      ),
  examples: [
    ['scenewright lab', 'list the colliding scenarios and their examples'],
    ['scenewright lab --format html --out lab.html', 'the same as an interactive page'],
    ['scenewright lab --replay messages.csv --column question', 'show which scenarios real messages would start'],
    [
      'scenewright lab --replay labelled.csv --min-right 80 --max-wrong 2 --quiet',
      'for CI: the column "expected" has keys of scenarios, or "none"',
    ],
    ['scenewright lab --replay labelled.csv --tune', 'propose the thresholds with the lowest cost'],
    ['scenewright lab --replay messages.csv --triage', 'add messages to the sources, one after the other'],
    ['scenewright lab --min-accuracy 70 --quiet', 'for CI, without messages'],
  ],
  async run(invocation, _args, options) {
    invocation.outliveReader?.()
    requireReplay(options)
    requireOwnFile(invocation, options)
    if (options.triage === true) {
      refuseReport(options)
      requirePerson(invocation, options)
    }
    const opened = await openBoundSources(invocation, options)
    if (options.triage === true) {
      await triage(invocation, options, opened)
      return 0
    }
    const report = await makeReport(invocation, options, opened)
    const render = await labFormats[options.format]()
    const color = options.out === undefined && invocation.terminal.color.out
    await deliver(invocation, options, render(report, { color }))
    const failed = (report.gates ?? []).filter(({ passed }) => !passed)
    for (const gate of failed) invocation.terminal.err(`${gateText(gate)}\n`)
    const isWritten =
      options.write !== true || report.tuning === undefined || (await writeTuning(invocation, opened, report.tuning))
    return failed.length > 0 || !isWritten ? 1 : 0
  },
}

/** The options that concern a file of messages. */
const replayOptions = {
  column: '--column',
  expectedColumn: '--expected-column',
  wrongCosts: '--wrong-costs',
  minRight: '--min-right',
  maxWrong: '--max-wrong',
  tune: '--tune',
  writeLabels: '--write-labels',
} as const satisfies { readonly [name in keyof LabOptions]?: string }

function requireReplay(options: Options): void {
  if (options.write === true && options.tune !== true) {
    throw new OperationError('usage', '--write requires --tune, which proposes the thresholds')
  }
  if (options.replay !== undefined) return
  if (options.triage === true)
    throw new OperationError('usage', '--triage requires --replay, which names the file of messages')
  const names = Object.keys(replayOptions) as (keyof typeof replayOptions)[]
  const given = names.find(name => options[name] !== undefined)
  if (given === undefined) return
  throw new OperationError('usage', `${replayOptions[given]} requires --replay, which names the file of messages`)
}

/** Before the work begins: labels that people have written are not replaced by a report. */
function requireOwnFile({ cwd }: Invocation, { out, replay, writeLabels }: Options): void {
  if (out === undefined) return
  requireReportFile(cwd, out, {
    ...(replay !== undefined && { '--replay': replay }),
    ...(writeLabels !== undefined && { '--write-labels': writeLabels }),
  })
}

/** The options that concern the report, which a triage does not print. */
const reportOptions = {
  wrongCosts: '--wrong-costs',
  minAccuracy: '--min-accuracy',
  minRight: '--min-right',
  maxWrong: '--max-wrong',
  tune: '--tune',
  out: '--out',
} as const satisfies { readonly [name in keyof Options]?: string }

function refuseReport(options: Options): void {
  const names = Object.keys(reportOptions) as (keyof typeof reportOptions)[]
  const given = names.find(name => options[name] !== undefined)
  const isOtherFormat = options.format !== labFormatNames[0]
  if (given === undefined && !isOtherFormat) return
  const option = given === undefined ? `--format ${options.format}` : reportOptions[given]
  throw new OperationError('usage', `--triage and ${option} cannot be used together`, {
    help: 'a triage asks about messages and prints no report: run the lab again without --triage',
  })
}

async function deliver({ terminal, cwd }: Invocation, { out }: Options, text: string): Promise<void> {
  if (out === undefined) return terminal.out(text)
  await writeReport(cwd, out, text)
  terminal.err(`written to ${out}\n`)
}
