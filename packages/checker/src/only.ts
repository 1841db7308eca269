import type { Finding } from '@scenewright/model'
import { type CheckReport, sizeOf, summarise } from './report.ts'
import { namesRule } from './rule-description.ts'
import type { SourceReport } from './source-report.ts'

/** The part of a project that is asked about. All of it is looked at, since what one source says may spoil another. */
export interface Only {
  /** The names of sources. */
  readonly files: ReadonlySet<string>
  /** Whether findings elsewhere count that one of these sources has to do with. */
  readonly withNeighbours?: boolean
  /** Rules, or groups as `trigger/*`, whose findings count wherever they are. */
  readonly everywhere?: readonly string[]
}

/** Narrows a report to the requested part. */
export function narrow(report: CheckReport, reports: readonly SourceReport[], only: Only | undefined): CheckReport {
  if (only === undefined) return report
  const isAsked = createScope(reports, only)
  return summarise(
    report.findings.filter(isAsked),
    report.suppressed.filter(({ finding }) => isAsked(finding)),
    sizeOf(reports.filter(({ file }) => only.files.has(file))),
  )
}

function createScope(
  reports: readonly SourceReport[],
  { files, withNeighbours = false, everywhere = [] }: Only,
): (finding: Finding) => boolean {
  // A file that one of them imports is no source, and has no report of its own.
  const imported = reports.flatMap(({ file, findings }) => (files.has(file) ? findings.map(each => each.file) : []))
  const shown = new Set([...files, ...imported])
  return ({ file, rule, related }) =>
    shown.has(file) ||
    (withNeighbours && related.some(place => files.has(place.file))) ||
    everywhere.some(pattern => namesRule(pattern, rule))
}
