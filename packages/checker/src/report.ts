import type { Finding, Severity } from '@scenewright/model'
import type { SourceReport } from './source-report.ts'

/** What a run has found. */
export interface CheckReport {
  /** In the stable order of findings, without those that are suppressed. */
  readonly findings: readonly Finding[]
  /** How many findings are suppressed. */
  readonly suppressed: number
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
export function summarise(
  findings: readonly Finding[],
  suppressed: number,
  reports: readonly SourceReport[],
): CheckReport {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  return {
    findings,
    suppressed,
    summary: {
      files: reports.length,
      scenarios: reports.reduce((sum, { scenarios }) => sum + scenarios.length, 0),
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed,
    },
  }
}

/** The findings that keep their scenario from being compiled: errors of the groups source and graph. */
export function blocking(report: CheckReport): readonly Finding[] {
  return report.findings.filter(({ rule, severity }) => severity === 'error' && /^(?:source|graph)\//.test(rule))
}
