import { type CheckReport, summarise } from '@scenewright/checker'
import { compareFindings } from '@scenewright/model'
import { type Baseline, type BaselineEntry, entriesOf, entryOf, subjectOf } from './baseline.ts'

/** An entry, and how many findings there are now of what it is about. */
export interface Difference {
  readonly entry: BaselineEntry
  readonly found: number
}

/** A report without what has been adopted. */
export interface AppliedBaseline {
  readonly report: CheckReport
  /** Where more is found than was adopted. All of it stays in the report: which are the new ones cannot be told. */
  readonly more: readonly Difference[]
  /** Where less is found than was adopted, or nothing. */
  readonly less: readonly Difference[]
}

/** Suppresses the findings that a baseline has adopted. */
export function applyBaseline(report: CheckReport, baseline: Baseline): AppliedBaseline {
  const found = new Map(entriesOf(report.findings).map(entry => [subjectOf(entry), entry.count]))
  const differences = baseline.map(entry => ({ entry, found: found.get(subjectOf(entry)) ?? 0 }))
  const fitting = differences.filter(each => each.found <= each.entry.count)
  const adopted = new Set(fitting.map(({ entry }) => subjectOf(entry)))
  const isAdopted = new Set(report.findings.filter(finding => adopted.has(subjectOf(entryOf(finding)))))
  const suppressed = [
    ...report.suppressed,
    ...[...isAdopted].map(finding => ({ finding, by: 'baseline' as const, reason: '' })),
  ]
  return {
    report: summarise(
      report.findings.filter(finding => !isAdopted.has(finding)),
      suppressed.sort((a, b) => compareFindings(a.finding, b.finding)),
      { files: report.files, scenarios: report.summary.scenarios },
    ),
    more: differences.filter(each => each.found > each.entry.count),
    less: fitting.filter(each => each.found < each.entry.count),
  }
}
