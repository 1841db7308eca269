import { type CheckReport, summarize } from '@scenewright/checker'
import { type Finding, type Level, OperationError, type Severity } from '@scenewright/model'
import { visible } from '@scenewright/model/text'
import {
  type AdoptedReport,
  type BaselineOptions,
  type ChangedOption,
  type CheckedSources,
  type CustomRulesOption,
  checkSources,
  knownRules,
  notRunText,
} from '@scenewright/workspace'
import { rulesJson, rulesNamed, rulesText } from '../../render/rules.ts'
import {
  type CommandDefinition,
  customRulesOption,
  gathered,
  type Invocation,
  numberOption,
  type SharedOptions,
} from '../../shell/command.ts'
import { requireReportFile } from '../../shell/files.ts'
import { type FindingsFormatName, findingsFormatNames } from './formats/index.ts'
import { printFindings } from './formats/print-findings.ts'

interface Options extends SharedOptions, CustomRulesOption, ChangedOption, BaselineOptions {
  readonly format: FindingsFormatName
  readonly failOn: Level
  readonly maxWarnings?: number
  readonly listRules?: boolean
  readonly rule?: readonly string[]
  readonly all?: boolean
  readonly fix?: boolean
}

export const check: CommandDefinition<Options> = {
  arguments: '[paths...]',
  compiles: true,
  formats: findingsFormatNames,
  options: command =>
    customRulesOption(command)
      .addOption(
        command
          .createOption('--fail-on <level>', 'exit with 1 for findings of this level and above')
          .choices(['error', 'warning', 'info', 'off'])
          .default('error'),
      )
      .option('--max-warnings <number>', 'exit with 1 for more warnings than this', numberOption('--max-warnings', 0))
      .option(
        '--changed [base]',
        'report only findings affected by changes since the merge base (default: with the default branch)',
      )
      .option('--baseline <file>', 'the baseline file (default: the one in the config)')
      .option('--write-baseline', 'record current findings; later runs report only new ones')
      .option('--prune-baseline', 'remove findings that no longer occur from the baseline')
      .option('--rule <id>', 'report only findings of this rule or group; repeatable', gathered)
      .option('--all', 'with --format text: print all findings, not only the 50 most severe')
      .option('--fix', 'apply safe fixes first')
      .option('--list-rules', 'list the rules'),
  examples: [
    ['scenewright check', 'check the whole project'],
    ['scenewright check scenarios/billing', 'check one folder'],
    ['scenewright check --fix', 'fix what has a safe fix, and show the rest'],
    ['scenewright check --rule graph --rule text/secret', 'check with one group and one rule'],
    ['scenewright check --changed origin/main', 'check what a branch changes'],
    ['scenewright check --fail-on warning --format json', 'for programs, with strict exit codes'],
  ],
  async run(invocation, paths, options) {
    const { terminal } = invocation
    invocation.outliveReader?.()
    if (options.listRules) {
      const known = await knownRules(invocation, options)
      terminal.err(known.notRun)
      terminal.out(options.format === 'json' ? rulesJson(known) : rulesText(known, terminal.color.out))
      return 0
    }
    const isSelected = await selectedFindings(invocation, options)
    const checked = await checkedSources(invocation, options, { paths, isSelected })
    const { project, rules } = checked
    const { report: whole, notes } = await revised(checked, invocation, options)
    const report = options.rule === undefined ? whole : restrict(whole, isSelected)
    const failing = failingSeverities(report, options)
    const { format, all = false } = options
    await printFindings(invocation, { report, rules, format, all, root: project.root, failing })
    terminal.err(notes.map(note => `${visible(note)}\n`).join(''))
    terminal.err(notRunText(project.config, invocation, options))
    return report.findings.some(({ severity }) => failing.has(severity)) ? 1 : 0
  },
}

async function checkedSources(
  invocation: Invocation,
  options: Options,
  selection: { readonly paths: readonly string[]; readonly isSelected: (finding: Finding) => boolean },
): Promise<CheckedSources> {
  if (!options.fix) return checkSources(invocation, options, selection.paths)
  const { fixSources } = await import('./fix/fix-sources.ts')
  return fixSources(invocation, options, selection)
}

/** Whether a finding is of one of the requested rules. An unknown rule is a usage error. */
async function selectedFindings(invocation: Invocation, options: Options): Promise<(finding: Finding) => boolean> {
  const { rule: names, writeBaseline, pruneBaseline } = options
  if (names === undefined) return () => true
  if (writeBaseline || pruneBaseline) {
    throw new OperationError('usage', '--rule cannot be used with --write-baseline or --prune-baseline', {
      help: 'a baseline contains the findings of all rules',
    })
  }
  const known = await knownRules(invocation, options)
  const selected = new Set(names.flatMap(name => rulesNamed(name, known).map(({ id }) => id)))
  return ({ rule }) => selected.has(rule)
}

function restrict(report: CheckReport, isSelected: (finding: Finding) => boolean): CheckReport {
  const { files, summary } = report
  const suppressed = report.suppressed.filter(({ finding }) => isSelected(finding))
  return summarize(report.findings.filter(isSelected), suppressed, { files, scenarios: summary.scenarios })
}

/** Updates or prunes the baseline on request. */
async function revised(checked: CheckedSources, invocation: Invocation, options: Options): Promise<AdoptedReport> {
  const { writeBaseline = false, pruneBaseline = false } = options
  if (!writeBaseline && !pruneBaseline) return checked
  if (writeBaseline && pruneBaseline) {
    throw new OperationError('usage', '--write-baseline and --prune-baseline cannot be used together', {
      help: '--write-baseline also removes findings that no longer occur',
    })
  }
  if (options.baseline !== undefined) requireReportFile(invocation.cwd, options.baseline)
  const { updateBaseline } = await import('@scenewright/workspace/baseline')
  return updateBaseline(checked, invocation, options)
}

/** The severities whose findings cause exit code 1. */
function failingSeverities({ summary }: CheckReport, { failOn, maxWarnings }: Options): ReadonlySet<Severity> {
  const severities = {
    off: [],
    error: ['error'],
    warning: ['error', 'warning'],
    info: ['error', 'warning', 'info'],
  } as const
  const failing = new Set<Severity>(severities[failOn])
  return maxWarnings !== undefined && summary.warnings > maxWarnings ? failing.add('warning') : failing
}
