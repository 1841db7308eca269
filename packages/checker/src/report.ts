import type { Finding, Severity } from '@scenewright/model'
import type { SourceReport } from './source-report.ts'

/** A finding that somebody has decided to live with. */
export interface SuppressedFinding {
  readonly finding: Finding
  /** Where that was said. */
  readonly by: 'comment' | 'config' | 'baseline'
  /** Why; empty for a baseline, which gives no reasons. */
  readonly reason: string
}

/** What a run has found. */
export interface CheckReport {
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
export function summarise(
  findings: readonly Finding[],
  suppressed: readonly SuppressedFinding[],
  { files, scenarios }: { readonly files: number; readonly scenarios: number },
): CheckReport {
  const count = (severity: Severity) => findings.filter(finding => finding.severity === severity).length
  return {
    findings,
    suppressed,
    summary: {
      files,
      scenarios,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: suppressed.length,
    },
  }
}

/** How much these sources are. */
export function sizeOf(reports: readonly SourceReport[]): { files: number; scenarios: number } {
  return { files: reports.length, scenarios: reports.reduce((sum, { scenarios }) => sum + scenarios.length, 0) }
}

/** The findings that keep their scenario from being compiled: errors of the groups source and graph. */
export function blocking(report: CheckReport): readonly Finding[] {
  return report.findings.filter(({ rule, severity }) => severity === 'error' && /^(?:source|graph)\//.test(rule))
}
