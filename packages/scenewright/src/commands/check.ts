import type { CheckReport } from '@scenewright/checker'
import type { Level, Severity } from '@scenewright/model'
import type { CommandDefinition, SharedOptions } from '../command.ts'
import { type CustomRulesOption, customRulesOption, notRunText } from '../custom-rules/allowed.ts'
import { knownRules } from '../known-rules.ts'
import { numberOption } from '../number-option.ts'
import { checkSources } from '../project.ts'
import { type FindingsFormatName, findingsFormatNames } from '../report/findings/index.ts'
import { printFindings } from '../report/findings/print-findings.ts'
import { rulesJson, rulesText } from '../report/rules.ts'

interface Options extends SharedOptions, CustomRulesOption {
  readonly format: FindingsFormatName
  readonly failOn: Level
  readonly maxWarnings?: number
  readonly listRules?: boolean
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
      .option('--list-rules', 'print the rules instead'),
  examples: [
    ['scenewright check', 'check the whole project'],
    ['scenewright check scenarios/billing', 'check one folder'],
    ['scenewright check --fail-on warning --format json', 'for a program, strictly'],
  ],
  async run(invocation, paths, options) {
    const { terminal } = invocation
    if (options.listRules) {
      const known = await knownRules(invocation, options)
      terminal.out(options.format === 'json' ? rulesJson(known) : rulesText(known, terminal.color.out))
      return 0
    }
    const { project, rules, report } = await checkSources(invocation, options, paths)
    const failing = failingSeverities(report, options)
    await printFindings(invocation, { report, rules, format: options.format, root: project.root, failing })
    terminal.err(notRunText(project.config, invocation, options))
    return report.findings.some(({ severity }) => failing.has(severity)) ? 1 : 0
  },
}

/** The severities whose findings are answered with 1. */
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
