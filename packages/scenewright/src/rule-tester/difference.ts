import type { Finding } from '@scenewright/model'
import type { ExpectedFinding } from './rule-tests.ts'

/** Whether the findings are those that are expected, one by one. */
export function isAsExpected(findings: readonly Finding[], expect: readonly ExpectedFinding[]): boolean {
  return findings.length === expect.length && findings.every((finding, index) => fits(finding, expect[index]))
}

/** What was expected and what was found, a line each: `-` only expected, `+` only found. */
export function differenceText(findings: readonly Finding[], expect: readonly ExpectedFinding[]): string {
  const lines = Array.from({ length: Math.max(findings.length, expect.length) }, (_, index) => {
    const [finding, expected] = [findings[index], expect[index]]
    if (finding !== undefined && fits(finding, expected)) return [`    ${findingText(finding)}`]
    return [
      ...(expected === undefined ? [] : [`  - ${expectedText(expected)}`]),
      ...(finding === undefined ? [] : [`  + ${findingText(finding)}`]),
    ]
  })
  return lines.flat().join('\n')
}

function fits({ range, message, ...finding }: Finding, expected: ExpectedFinding | undefined): boolean {
  if (expected === undefined) return false
  const { line = range.start.line, column = range.start.column, message: wanted = message, ...others } = expected
  return (
    line === range.start.line &&
    column === range.start.column &&
    (typeof wanted === 'string' ? wanted === message : new RegExp(wanted.source, wanted.flags).test(message)) &&
    isPartOf(others, finding)
  )
}

function isPartOf(
  expected: Omit<ExpectedFinding, 'message'>,
  finding: Pick<Finding, 'node' | 'scenario' | 'file' | 'severity'>,
) {
  const {
    node = finding.node,
    scenario = finding.scenario,
    file = finding.file,
    severity = finding.severity,
  } = expected
  return (
    node === finding.node && scenario === finding.scenario && file === finding.file && severity === finding.severity
  )
}

function findingText({ file, range, severity, message, node }: Finding): string {
  const about = node === undefined ? '' : `, node ${JSON.stringify(node)}`
  return `${file}:${range.start.line}:${range.start.column} ${severity} ${JSON.stringify(message)}${about}`
}

function expectedText(expected: ExpectedFinding): string {
  const parts = Object.entries(expected).map(
    ([field, value]) => `${field} ${value instanceof RegExp ? String(value) : JSON.stringify(value)}`,
  )
  return parts.length === 0 ? 'anything' : parts.join(', ')
}
