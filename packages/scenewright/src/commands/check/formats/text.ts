import type { Finding } from '@scenewright/model'
import { compareText, count } from '@scenewright/model/text'
import { bySeverity, colors, findingsText, severities } from '../../../render/findings-text.ts'
import { painter } from '../../../shell/terminal.ts'
import type { FindingsFormat } from './format.ts'

/** More than anybody reads at once; the most severe ones are printed. */
const maxShown = 50

/** From this number of findings on, a table says which rules they are of. */
const minForTable = 10

/** For people at a terminal: the number of findings by rule, then the most severe findings. */
export const text: FindingsFormat = ({ findings }, { root, color, showsAll }) => {
  const severe = showsAll ? findings : bySeverity(findings).slice(0, maxShown)
  // In their own order, file by file.
  const kept = new Set(severe)
  const shown = findings.filter(finding => kept.has(finding))
  const left = findings.length - shown.length
  const rest = left === 0 ? '' : `${count(left, 'less severe finding')} not shown: scenewright check --all\n`
  return ruleTable(findings, color) + findingsText(shown, root, color) + rest
}

/** A line per rule, by severity, the most frequent first. */
function ruleTable(findings: readonly Finding[], color: boolean): string {
  if (findings.length < minForTable) return ''
  const paint = painter(color)
  const lines = severities.flatMap(severity => {
    const counts = new Map<string, number>()
    for (const { rule, severity: own } of findings) if (own === severity) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return [...counts]
      .sort(([one, few], [other, many]) => many - few || compareText(one, other))
      .map(
        ([rule, number]) => `${String(number).padStart(6)}  ${paint(colors[severity], severity.padEnd(7))}  ${rule}\n`,
      )
  })
  return `${lines.join('')}\n`
}
