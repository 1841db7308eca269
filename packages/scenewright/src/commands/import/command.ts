import { join, relative, resolve } from 'node:path'
import type { Project } from '@scenewright/compiler'
import { OperationError } from '@scenewright/model'
import { isAtOrBelow, withForwardSlashes } from '@scenewright/model/system'
import { count, visible } from '@scenewright/model/text'
import { openConfig } from '@scenewright/workspace'
import type { CommandDefinition, Invocation, SharedOptions } from '../../shell/command.ts'
import { requireNoTwins, twinsText } from '../../shell/files.ts'
import { ownCommand } from '../../shell/installation.ts'
import { createSources } from './create-sources.ts'
import { type ImportFormatName, importFormats } from './formats/index.ts'
import type { Intent, Omission, Omit } from './imported-bot.ts'
import { type InputFiles, openInput } from './input-files.ts'
import { type ImportReport, listName, omissionsPage, reportJson, reportText } from './report.ts'
import { writeSources } from './write-sources.ts'

interface Options extends SharedOptions {
  readonly from: ImportFormatName
  readonly out: string
  readonly language?: string
  readonly force?: boolean
  readonly dryRun?: boolean
}

export const importBot: CommandDefinition<Options> = {
  arguments: '<path>',
  formats: ['text', 'json'],
  options: command =>
    command
      .addOption(
        command
          .createOption('--from <tool>', 'the tool that the bot comes from')
          .choices(Object.keys(importFormats))
          .makeOptionMandatory(),
      )
      .requiredOption('--out <folder>', 'where the sources are written: a folder below the sources folder')
      .option('--language <code>', 'the language of a Dialogflow bot with several (default: its default language)')
      .option('--force', 'replace existing files')
      .option('--dry-run', 'print the figures, and write nothing'),
  examples: [
    ['scenewright import --from rasa my-rasa-bot --out scenarios', 'a Rasa project, with domain.yml and data/'],
    ['scenewright import --from dialogflow agent/ --out scenarios', 'an unpacked export of Dialogflow ES or CX'],
    ['scenewright import --from csv faq.csv --out scenarios/faq', 'a table with one example per row'],
    ['scenewright import --from csv faq.csv --out scenarios/faq --dry-run', 'only the figures'],
  ],
  async run(invocation, [path = ''], options) {
    const { terminal, cwd } = invocation
    // Read before anything is written: a config with an error stops the import.
    const project = options.dryRun === true ? undefined : await openConfig(invocation, options)
    const report = await readBot(invocation, path, options)
    let twins: readonly string[] = []
    if (options.dryRun !== true) {
      const files = report.sources.map(({ file }) => join(options.out, file))
      twins = requireNoTwins(cwd, files, options.force)
      const list = report.omissions.length > 0 ? [{ file: listName, text: omissionsPage(report) }] : []
      await writeSources(resolve(cwd, options.out), [...report.sources, ...list], options.force === true)
    }
    terminal.out(options.format === 'json' ? reportJson(report) : reportText(report))
    terminal.err(`${twinsText(twins)}${nextSteps(invocation, report, project)}`)
    return 0
  },
}

async function readBot(invocation: Invocation, path: string, options: Options): Promise<ImportReport> {
  const { cwd, signal, showProgress } = invocation
  const omissions: Omission[] = []
  const omit: Omit = (kind, what, place) => omissions.push({ kind, what, place })
  const onRead = (before: number) => {
    signal.throwIfAborted()
    if (before % filesPerProgress === 0) showProgress(`${count(before, 'file')} read …`)
  }
  const files = await openInput(cwd, path, { omit, onRead })
  const intents = await readIntents(files, options, omit).finally(() => showProgress(''))
  signal.throwIfAborted()
  const sources = createSources(intents, omit)
  if (sources.length === 0) throw nothingToImport(path, intents, omissions)
  return { from: options.from, path, out: withForwardSlashes(options.out), intents: intents.length, sources, omissions }
}

const filesPerProgress = 50

/** The intents of a bot. If the files do not look like those of the tool, the error names the right tool. */
async function readIntents(files: InputFiles, { from, language }: Options, omit: Omit): Promise<readonly Intent[]> {
  const format = importFormats[from]
  if (!(await format.recognizes(files))) {
    for (const [name, other] of Object.entries(importFormats)) {
      if (name === from || !(await other.recognizes(files))) continue
      throw new OperationError('usage', `"${files.path}" looks like ${other.name}, not ${format.name}`, {
        help: `use --from ${name}`,
      })
    }
  }
  return format.read({ files, language, omit })
}

function nothingToImport(path: string, intents: readonly Intent[], omissions: readonly Omission[]): OperationError {
  const listed = omissions.slice(0, 3).map(({ what }) => what)
  return new OperationError('usage', `"${path}" has no intent with a fixed reply`, {
    help: `${count(intents.length, 'intent')} read; a scenario needs at least one reply${listed.length === 0 ? '' : `. Found: ${listed.join('; ')}`}`,
  })
}

/** Where the sources are, and how to continue. */
function nextSteps({ cwd, env }: Invocation, report: ImportReport, project: Project | undefined): string {
  const { sources, omissions, out } = report
  if (project === undefined) return `${count(sources.length, 'source')} would be written below ${out}\n`
  const { root, config } = project
  const folders = config.sources ?? ['scenarios']
  const isSource = folders.some(folder => isAtOrBelow(resolve(cwd, out), resolve(root, folder)))
  const command = ownCommand(env)
  const lines = [
    `${count(sources.length, 'source')} written below ${out}`,
    ...(omissions.length > 0
      ? [`What was not imported, or must be completed: ${out.replace(/\/$/, '')}/${listName}`]
      : []),
    ...(isSource
      ? []
      : [
          `"${withForwardSlashes(relative(root, resolve(cwd, out)))}" is not below a sources folder: add it to "sources" in scenewright.config.yaml`,
        ]),
    '',
    'Next:',
    `  ${command} check    find what is missing or unclear`,
    `  ${command} lab      find scenarios that are confused with each other`,
    `  ${command} chat     talk with the bot`,
  ]
  return visible(`${lines.join('\n')}\n`)
}
