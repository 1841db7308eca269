import type { Finding, Position } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'

/** The replaced lines of a text: everything before and after them is the same in both texts. Lines count from 1. */
interface LineChange {
  readonly first: number
  /** The last replaced line of the former text. */
  readonly last: number
  readonly added: number
}

/**
 * Moves findings of a former text to where they are in the present one. Findings on lines that have changed are left
 * out, because they may no longer be true.
 */
export function carryFindings(findings: readonly Finding[], before: string, now: string): readonly Finding[] {
  if (before === now) return findings
  const change = compareLines(before.split('\n'), now.split('\n'))
  return findings.flatMap(finding => {
    const { start, end } = finding.range
    if (end.line < change.first) return [finding]
    if (start.line <= change.last) return []
    const moved = ({ line, column }: Position) => ({ line: line + change.added, column })
    // Its fixes edit the former text.
    return [{ ...finding, range: { start: moved(start), end: moved(end) }, fixes: [] }]
  })
}

function compareLines(before: readonly string[], now: readonly string[]): LineChange {
  const shorter = Math.min(before.length, now.length)
  let start = 0
  while (start < shorter && before[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return { first: start + 1, last: before.length - end, added: now.length - before.length }
}

export function groupByFile(findings: readonly Finding[]): Map<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) {
    addTo(groups, finding.file, finding)
  }
  return groups
}
