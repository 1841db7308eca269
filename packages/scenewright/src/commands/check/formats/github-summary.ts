import { appendFile } from 'node:fs/promises'
import type { CheckReport } from '@scenewright/checker'
import type { Invocation } from '../../../shell/command.ts'
import type { FormatContext } from './format.ts'
import { annotated } from './github.ts'
import { markdown } from './markdown.ts'
import { onOneLine, placeOf } from './wording.ts'

/**
 * Writes the report as Markdown to the job summary, if GitHub Actions provides its path, and returns the lines of the
 * findings without an annotation, for the log.
 */
export async function writeJobSummary(
  report: CheckReport,
  context: FormatContext,
  { GITHUB_STEP_SUMMARY: summary }: Invocation['env'],
): Promise<string> {
  const lines = annotated(report).rest.map(finding => {
    const { severity, rule } = finding
    return `${severity}  ${placeOf(finding, context.folder)}  ${rule}  ${onOneLine(finding)}`
  })
  if (summary) {
    const problem = await append(summary, markdown(report, context))
    if (problem !== undefined) lines.push(`the job summary could not be written: ${problem}`)
  }
  return lines.map(line => `${noCommand(line)}\n`).join('')
}

async function append(file: string, text: string): Promise<string | undefined> {
  try {
    await appendFile(file, text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** GitHub interprets text after these two characters as a command, anywhere in a line. */
function noCommand(line: string): string {
  return line.replaceAll('##[', '# #[')
}
