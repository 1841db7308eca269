import type { Level } from '@scenewright/model'
import type { CommandDefinition, SharedOptions } from '../command.ts'
import { numberOption } from '../number-option.ts'
import { checkSources } from '../project.ts'
import { findingsText, summaryText } from '../report/findings-text.ts'
import { json } from '../report/json.ts'
import { rulesJson, rulesText } from '../report/rules.ts'

interface Options extends SharedOptions {
  readonly failOn: Level
  readonly maxWarnings?: number
  readonly listRules?: boolean
}

export const check: CommandDefinition<Options> = {
  arguments: '[paths...]',
  compiles: true,
  formats: ['text', 'json'],
  options: command =>
    command
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
      terminal.out(options.format === 'json' ? rulesJson() : rulesText(terminal.color.out))
      return 0
    }
    const { project, report } = await checkSources(invocation, options, paths)
    const { findings, summary } = report
    if (options.format === 'json') terminal.out(json({ version: 1, findings, summary }))
    else {
      terminal.out(findingsText(findings, project.root, terminal.color.out))
      terminal.err(summaryText(report, terminal.color.err))
    }
    return isTooMuch(report.summary, options) ? 1 : 0
  },
}

function isTooMuch(
  { errors, warnings, infos }: { readonly errors: number; readonly warnings: number; readonly infos: number },
  { failOn, maxWarnings }: Options,
): boolean {
  const failing = { off: 0, error: errors, warning: errors + warnings, info: errors + warnings + infos }[failOn]
  return failing > 0 || (maxWarnings !== undefined && warnings > maxWarnings)
}
