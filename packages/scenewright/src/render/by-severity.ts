import type { Finding, Severity } from '@scenewright/model'

/** The severities, the gravest first. */
export const severities = ['error', 'warning', 'info'] as const satisfies readonly Severity[]

/** The same findings, the gravest first, else in their order. */
export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return severities.flatMap(severity => findings.filter(finding => finding.severity === severity))
}
