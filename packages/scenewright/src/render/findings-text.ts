import type { CheckReport } from '@scenewright/checker'
import { readProjectText } from '@scenewright/compiler'
import type { Finding, Range, Severity } from '@scenewright/model'
import { count, visible } from '@scenewright/model/text'
import { type Paint, painter } from '../shell/terminal.ts'

/** A longer line is truncated around the relevant place. */
const widest = 110

/** The colors of the severities. */
export const colors = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Severity, string>

/**
 * Findings in the files below `root`, for people: place, rule, message, the source line, the walk that proves it, and
 * advice.
 */
export function findingsText(findings: readonly Finding[], root: string, color: boolean): string {
  const paint = painter(color)
  // They are sorted by file: one file at a time is read, and split once.
  let held: { readonly file: string; readonly lines: readonly string[] } | undefined
  const linesOf = (file: string) => {
    if (held?.file !== file) held = { file, lines: splitLines(readProjectText(root, file)) }
    return held.lines
  }
  return findings.map(finding => `${findingText(finding, linesOf(finding.file), paint)}\n`).join('')
}

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}

function findingText(finding: Finding, source: readonly string[], paint: Paint): string {
  const { line, column } = finding.range.start
  const severity = paint(colors[finding.severity], finding.severity)
  const lines = [
    `${paint('bold', `${visible(finding.file)}:${line}:${column}`)}  ${severity}  ${paint('dim', finding.rule)}`,
    `  ${visible(finding.message)}`,
  ]
  const frame = codeFrame(source, finding.range, paint)
  if (frame !== '') lines.push(frame.trimEnd())
  if (finding.walk !== undefined) lines.push(`  ${paint('cyan', 'walk')}: ${finding.walk.map(visible).join(' → ')}`)
  for (const related of finding.related) {
    lines.push(
      `  ${paint('cyan', 'see')}: ${visible(related.file)}:${related.range.start.line}  ${visible(related.message)}`,
    )
  }
  if (finding.help !== undefined) lines.push(`  ${paint('cyan', 'help')}: ${visible(finding.help)}`)
  for (const { title } of finding.fixes) {
    lines.push(`  ${paint('cyan', 'fix')}: ${visible(title)} (scenewright check --fix)`)
  }
  return `${lines.join('\n')}\n`
}

/** The hint to the documentation, with the rule of the first of the most severe findings; empty without findings. */
export function hintText(findings: readonly Finding[]): string {
  const [first] = bySeverity(findings)
  return first === undefined ? '' : `Why a rule matters and how to fix it: scenewright explain ${first.rule}\n`
}

/** One line: the numbers of findings and of checked files. */
export function summaryText({ summary }: CheckReport, color: boolean): string {
  const paint = painter(color)
  const found = [
    summary.errors > 0 ? paint('red', count(summary.errors, 'error')) : undefined,
    summary.warnings > 0 ? paint('yellow', count(summary.warnings, 'warning')) : undefined,
    summary.infos > 0 ? paint('blue', count(summary.infos, 'info', 'infos')) : undefined,
  ].filter(part => part !== undefined)
  const suppressed = summary.suppressed > 0 ? `, ${summary.suppressed} suppressed` : ''
  const what = found.length === 0 ? paint('green', 'no findings') : found.join(', ')
  return `${what} in ${count(summary.files, 'file')} (${count(summary.scenarios, 'scenario')})${suppressed}\n`
}

/** The line of a range with the ones before and after it, and the range underlined. Empty if there is no such line. */
function codeFrame(lines: readonly string[], range: Range, paint: Paint): string {
  const gutter = String(range.start.line + 1).length
  return linesAround(lines, range.start.line)
    .flatMap(({ number, line }) => {
      const shown = cut(line, number === range.start.line ? range.start.column : 1)
      const head = paint('dim', `  ${String(number).padStart(gutter)} | `)
      const frame = `${head}${visible(shown.text).replaceAll('\t', ' ')}\n`
      if (number !== range.start.line) return [frame]
      return [frame, `${' '.repeat(gutter + 2)}${paint('dim', ' | ')}${underline(line, range, shown.offset, paint)}\n`]
    })
    .join('')
}

/** The up to three lines around a line. */
function linesAround(lines: readonly string[], wanted: number): { number: number; line: string }[] {
  const first = Math.max(1, wanted - 1)
  return lines
    .slice(first - 1, wanted + 1)
    .map((line, index) => ({ number: first + index, line: line.replace(/\r$/, '') }))
    .filter(({ number, line }) => number === wanted || line.trim() !== '')
}

function cut(line: string, column: number): { text: string; offset: number } {
  if (line.length <= widest) return { text: line, offset: 0 }
  const offset = Math.max(0, Math.min(column - 1 - Math.floor(widest / 3), line.length - widest))
  return { text: line.slice(offset, offset + widest), offset }
}

function underline(line: string, range: Range, offset: number, paint: Paint): string {
  const start = range.start.column - 1 - offset
  const behind = range.end.line === range.start.line ? range.end.column - 1 - offset : line.length - offset
  const length = Math.max(1, Math.min(behind, widest) - start)
  return `${' '.repeat(Math.max(0, start))}${paint('red', '^'.repeat(length))}`
}

/** The severities, most severe first. */
export const severities = ['error', 'warning', 'info'] as const satisfies readonly Severity[]

/** The same findings, most severe first, else in their order. */
export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return severities.flatMap(severity => findings.filter(finding => finding.severity === severity))
}
