import type { Finding } from '@scenewright/model'
import { namesRule } from '@scenewright/model/config'
import { type CheckReport, countSources, summarize } from './report.ts'
import type { SourceReport } from './source-report.ts'

/**
 * The selected part of a project. The whole project is still checked, because one source can cause findings in another.
 */
export interface Only {
  /** The names of sources. */
  readonly files: ReadonlySet<string>
  /** Whether to include findings elsewhere that are related to one of these sources. */
  readonly withRelated?: boolean
  /** Rules, or groups such as `trigger/*`, whose findings are included wherever they are. */
  readonly everywhere?: readonly string[]
}

/** Narrows a report to the requested part. */
export function narrow(report: CheckReport, reports: readonly SourceReport[], only: Only | undefined): CheckReport {
  if (only === undefined) return report
  const isAsked = createScope(reports, only)
  return summarize(
    report.findings.filter(isAsked),
    report.suppressed.filter(({ finding }) => isAsked(finding)),
    countSources(reports.filter(({ file }) => only.files.has(file))),
  )
}

function createScope(
  reports: readonly SourceReport[],
  { files, withRelated = false, everywhere = [] }: Only,
): (finding: Finding) => boolean {
  // A file that a source imports is not a source, so it has no report of its own.
  const imported = reports.flatMap(({ file, findings }) => (files.has(file) ? findings.map(each => each.file) : []))
  const shown = new Set([...files, ...imported])
  return ({ file, rule, related }) =>
    shown.has(file) ||
    (withRelated && related.some(place => files.has(place.file))) ||
    everywhere.some(pattern => namesRule(pattern, rule))
}
