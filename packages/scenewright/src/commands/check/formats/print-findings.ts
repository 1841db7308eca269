import type { CheckReport, Rule } from '@scenewright/checker'
import type { Severity } from '@scenewright/model'
import { hintText, summaryText } from '../../../render/findings-text.ts'
import { repositoryFolder } from '../../../render/repository-folder.ts'
import { toolkitPage } from '../../../render/rule-page.ts'
import type { Invocation } from '../../../shell/command.ts'
import { version } from '../../../shell/installation.ts'
import type { FormatContext } from './format.ts'
import { type FindingsFormatName, findingsFormats } from './index.ts'

/** The findings to print, and the print options. */
export interface FindingsToPrint {
  readonly report: CheckReport
  /** The rules that may have been run. */
  readonly rules: readonly Rule[]
  readonly format: FindingsFormatName
  /** Whether to print all findings where a format would omit some. */
  readonly all: boolean
  /** The project's root, absolute. */
  readonly root: string
  /** The severities whose findings make the command fail. */
  readonly failing: ReadonlySet<Severity>
}

/** Prints a report: the format to standard output, the summary for people to standard error. */
export async function printFindings({ terminal, env }: Invocation, printed: FindingsToPrint): Promise<void> {
  const { report, format } = printed
  const render = await findingsFormats[format]()
  const context = createContext(printed, env, terminal.color.out)
  terminal.out(render(report, context))
  if (format === 'github') {
    const { writeJobSummary } = await import('./github-summary.ts')
    terminal.err(await writeJobSummary(report, context, env))
  }
  if (format === 'text') terminal.err(hintText(report.findings))
  terminal.err(summaryText(report, terminal.color.err))
}

function createContext(
  { root, failing, rules, all }: FindingsToPrint,
  env: Invocation['env'],
  color: boolean,
): FormatContext {
  return {
    root,
    folder: repositoryFolder(root, env),
    version,
    color,
    failing,
    rules,
    showsAll: all,
    // GitHub's code scanning opens alerts for suppressed results too.
    showsSuppressed: env.GITHUB_ACTIONS !== 'true',
    pageOf: toolkitPage,
  }
}
