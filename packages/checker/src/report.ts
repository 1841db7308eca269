import type { Finding, Severity } from '@scenewright/model'
import type { SourceReport } from './source-report.ts'

/** A finding that somebody has accepted. */
export interface SuppressedFinding {
  readonly finding: Finding
  /** Where it was accepted. */
  readonly by: 'comment' | 'config' | 'baseline'
  /** Why; empty for a baseline, which gives no reasons. */
  readonly reason: string
}

/** The extent of the check. */
interface Size {
  /** The sources, relative to the project's root. */
  readonly files: readonly string[]
  readonly scenarios: number
}

/** The result of a run. */
export interface CheckReport {
  /** The requested sources, relative to the project's root. */
  readonly files: readonly string[]
  /** In the stable order of findings, without those that are suppressed. */
  readonly findings: readonly Finding[]
  /** In the same order. */
  readonly suppressed: readonly SuppressedFinding[]
  readonly summary: {
    readonly files: number
    readonly scenarios: number
    readonly errors: number
    readonly warnings: number
    readonly infos: number
    readonly suppressed: number
  }
}

/** The report of a run, its findings counted. */
export function summarize(
  findings: readonly Finding[],
  suppressed: readonly SuppressedFinding[],
  { files, scenarios }: Size,
): CheckReport {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  return {
    files,
    findings,
    suppressed,
    summary: {
      files: files.length,
      scenarios,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: suppressed.length,
    },
  }
}

/** The number and size of these sources. */
export function countSources(reports: readonly SourceReport[]): Size {
  return {
    files: reports.map(({ file }) => file),
    scenarios: reports.reduce((sum, { scenarios }) => sum + scenarios.length, 0),
  }
}

/** The findings that prevent a scenario from being compiled: errors of the groups source and graph. */
export function blockingFindings(report: CheckReport): readonly Finding[] {
  return report.findings.filter(({ rule, severity }) => severity === 'error' && /^(?:source|graph)\//.test(rule))
}
