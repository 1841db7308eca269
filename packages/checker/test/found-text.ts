import type { Finding, Range } from '@scenewright/model'
import { compareText } from '@scenewright/model/text'

/** Findings as a fixture holds them: a line each, and below it the walk, the related places and the help. */
export function foundText(findings: readonly Finding[]): string {
  return findings.map(findingText).join('')
}

/** The findings of each file that has any. */
export function byFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const files = [...new Set(findings.map(finding => finding.file))].sort(compareText)
  return new Map(files.map(file => [file, findings.filter(finding => finding.file === file)]))
}

function findingText({ range, severity, rule, message, walk, related, help, file }: Finding): string {
  const lines = [`${rangeText(range)} ${severity} ${rule} ${message}`]
  if (walk !== undefined) lines.push(`  walk: ${walk.join(' → ')}`)
  for (const place of related) {
    lines.push(`  see: ${place.file === file ? '' : `${place.file} `}${rangeText(place.range)} ${place.message}`)
  }
  if (help !== undefined) lines.push(`  help: ${help}`)
  return `${lines.join('\n')}\n`
}

function rangeText({ start, end }: Range): string {
  return `${start.line}:${start.column}-${end.line}:${end.column}`
}
