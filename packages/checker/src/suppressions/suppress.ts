import type { Finding } from '@scenewright/model'
import { namesRule } from '@scenewright/model/config'
import { isCustomName } from '../custom-names.ts'
import type { SuppressedFinding } from '../report.ts'
import type { Rule } from '../rule.ts'
import type { SourceReport } from '../source-report.ts'
import { hasReason, type Suppression } from './suppression.ts'

/** The reports and rules of a run. */
export interface Coverage {
  readonly reports: readonly SourceReport[]
  readonly rules: readonly Rule[]
  /** Whether the team has custom rules that were not run. */
  readonly lacksCustom: boolean
}

/** The findings that remain after suppression, and those that were suppressed. */
export interface Suppressed {
  readonly kept: readonly Finding[]
  readonly suppressed: readonly SuppressedFinding[]
  /** The suppressions that suppressed a finding, alone or with others. */
  readonly used: ReadonlySet<Suppression>
}

/** Removes the findings that a suppression with a reason covers. */
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

/** A comment covers only one line, so most comments need not be compared with most findings. */
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

/**
 * The suppressions that a run can report as unused: those whose findings it would have found. Most rules do not check a
 * source that does not bind, so its effect on other sources is unknown.
 */
export function selectReportable(suppressions: readonly Suppression[], coverage: Coverage): readonly Suppression[] {
  const { reports, rules, lacksCustom } = coverage
  const bound = new Set(reports.filter(({ isBound }) => isBound).map(({ file }) => file))
  const isAllBound = bound.size === reports.length
  return suppressions.filter(({ rule, origin, place }) => {
    const named = rules.filter(({ id }) => namesRule(rule, id))
    if (named.length === 0) return !(lacksCustom && isCustomName(rule))
    // Whether a config entry that suppresses findings about suppressions is used is known only after those were judged.
    if (origin === 'config') return isAllBound && named.some(({ scope }) => scope !== 'suppression')
    if (named.some(({ scope }) => scope === 'project') && !rule.startsWith('source/')) return isAllBound
    return bound.has(place.file) || rule.startsWith('source/')
  })
}
