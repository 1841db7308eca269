import type { Finding } from '@scenewright/model'
import type { SuppressedFinding } from '../report.ts'
import { hasReason, type Suppression } from './suppression.ts'

/** What suppressions leave of the findings, and what they take. */
export interface Suppressed {
  readonly kept: readonly Finding[]
  readonly suppressed: readonly SuppressedFinding[]
  /** The suppressions that took a finding away, alone or with others. */
  readonly used: ReadonlySet<Suppression>
}

/** Takes away the findings that a suppression with a reason is about. */
export function suppress(findings: readonly Finding[], suppressions: readonly Suppression[]): Suppressed {
  const used = new Set<Suppression>()
  const kept: Finding[] = []
  const suppressed: SuppressedFinding[] = []
  const candidates = indexed(suppressions.filter(hasReason))
  for (const finding of findings) {
    const fitting = candidates(finding).filter(suppression => suppression.fits(finding))
    for (const suppression of fitting) used.add(suppression)
    const [first] = fitting
    if (first === undefined) kept.push(finding)
    else suppressed.push({ finding, by: first.origin, reason: first.reason })
  }
  return { kept, suppressed, used }
}

/** A comment is about one line alone; so many comments need not be tried on many findings. */
function indexed(suppressions: readonly Suppression[]): (finding: Finding) => readonly Suppression[] {
  const byLine = new Map<string, Suppression[]>()
  const anywhere: Suppression[] = []
  for (const suppression of suppressions) {
    const key = suppression.line === undefined ? undefined : lineKey(suppression.place.file, suppression.line)
    const there = key === undefined ? anywhere : byLine.get(key)
    if (there !== undefined) there.push(suppression)
    else if (key !== undefined) byLine.set(key, [suppression])
  }
  return ({ file, range }) => [...(byLine.get(lineKey(file, range.start.line)) ?? []), ...anywhere]
}

function lineKey(file: string, line: number): string {
  return `${line} ${file}`
}
