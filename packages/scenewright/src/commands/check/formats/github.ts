import type { CheckReport } from '@scenewright/checker'
import type { Finding, Severity } from '@scenewright/model'
import { count, visible } from '@scenewright/model/text'
import { bySeverity, severities } from '../../../render/findings-text.ts'
import type { FindingsFormat } from './format.ts'
import { placeOf } from './wording.ts'

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const satisfies Record<Severity, string>

/** The maximum number of annotations per severity that GitHub shows for one step. */
const maxAnnotations = 10

/**
 * Workflow commands of GitHub Actions: an annotation per finding up to the limit, then a notice with the number of the
 * rest.
 */
export const github: FindingsFormat = (report, { folder }) => {
  const { shown, rest } = annotated(report)
  const lines = shown.map(finding => annotation(finding, folder))
  if (rest.length > 0) lines.push(`::notice title=scenewright check::${escapeMessage(restText(rest))}`)
  return lines.map(line => `${line}\n`).join('')
}

/** The findings with an annotation, and the remaining ones, both with the most severe first. */
export function annotated({ findings }: Pick<CheckReport, 'findings'>): {
  readonly shown: readonly Finding[]
  readonly rest: readonly Finding[]
} {
  const counts = severities.map(severity => findings.filter(finding => finding.severity === severity).length)
  const isTooMuch = counts.some(number => number > maxAnnotations)
  // The notice with the number of the rest is itself a notice.
  const room = { error: maxAnnotations, warning: maxAnnotations, info: isTooMuch ? maxAnnotations - 1 : maxAnnotations }
  const shown: Finding[] = []
  const rest: Finding[] = []
  for (const finding of bySeverity(findings)) {
    const hasRoom = room[finding.severity] > 0
    room[finding.severity] -= 1
    if (hasRoom) shown.push(finding)
    else rest.push(finding)
  }
  return { shown, rest }
}

function annotation(finding: Finding, folder: string): string {
  const { file, range, rule, message, help, severity } = finding
  const { start, end } = range
  const properties = {
    file: folder + file,
    line: start.line,
    endLine: end.line,
    // GitHub supports columns only within one line.
    ...(start.line === end.line && { col: start.column, endColumn: end.column }),
    title: rule,
  }
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  // The log shows only the message.
  const lines = [`${placeOf(finding, folder)}  ${visible(message)}`, ...(help === undefined ? [] : [visible(help)])]
  return `::${commands[severity]} ${listed.join(',')}::${escapeMessage(lines.join('\n'))}`
}

function restText(rest: readonly Finding[]): string {
  const counts = severities.flatMap(severity => {
    const number = rest.filter(finding => finding.severity === severity).length
    return number > 0 ? [count(number, severity)] : []
  })
  return `${counts.join(', ')} more than GitHub shows for one step: see the log`
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
