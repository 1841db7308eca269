import { type CheckReport, narrow } from '@scenewright/checker'
import { applyBaseline } from './apply-baseline.ts'
import { type Baseline, entriesOf, subjectOf, tidy } from './baseline.ts'
import { type Coverage, judge, partAsked } from './coverage.ts'

/**
 * A baseline that adopts what is found in the part that is asked about, and no more of what that run can judge. Of the
 * rest it says what it said. `report` is that of the whole project, before any baseline.
 */
export function adoptFindings(baseline: Baseline, report: CheckReport, coverage: Coverage): Baseline {
  const { reports, only } = coverage
  const isOfPart = partAsked(reports, only)
  const shown = new Set(entriesOf(narrow(report, reports, only).findings).map(subjectOf))
  const found = entriesOf(report.findings).filter(entry => isOfPart(entry) || shown.has(subjectOf(entry)))
  const kept = lowerBaseline(baseline, report, coverage)
  return tidy([...kept, ...found], Math.max)
}

/** A baseline without what is found no more, as far as the run can judge that. It adopts nothing new. */
export function lowerBaseline(baseline: Baseline, report: CheckReport, coverage: Coverage): Baseline {
  const canJudge = judge(coverage)
  const less = new Map(applyBaseline(report, baseline).less.map(({ entry, found }) => [entry, found]))
  return baseline.flatMap(entry => {
    const found = canJudge(entry) ? less.get(entry) : undefined
    if (found === undefined) return [entry]
    return found === 0 ? [] : [{ ...entry, count: found }]
  })
}
