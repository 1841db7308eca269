import { AssertionError } from 'node:assert'
import type { Finding } from '@scenewright/model'
import type { CustomRule } from '../custom-rules/custom-rule.ts'
import { readRule } from '../custom-rules/read-rules.ts'
import { differenceText, isAsExpected } from './difference.ts'
import { findingsIn } from './findings-in.ts'
import { requireRuleTests } from './require-rule-tests.ts'
import type { ExpectedFinding, RuleTests, TestSources } from './rule-tests.ts'

/**
 * Tries a rule on sources, compiled and checked as `check` does. Rejects with an AssertionError for the first case that
 * is otherwise than expected, and with a TypeError for a rule or a case that is not as it must be.
 */
export async function testRule(rule: CustomRule, tests: RuleTests): Promise<void> {
  const read = readRule(rule)
  if ('fault' in read) throw new TypeError(`the rule ${read.fault}`)
  requireRuleTests(tests)
  const { valid = [], invalid = [], config = {} } = tests
  for (const [index, sources] of valid.entries()) {
    const tried = typeof sources === 'string' ? { yaml: sources } : sources
    await testCase(rule, { config, ...tried, title: titleOf('valid', index, tried), expect: [] })
  }
  for (const [index, tried] of invalid.entries()) {
    await testCase(rule, { config, ...tried, title: titleOf('invalid', index, tried) })
  }
}

interface Case extends TestSources {
  readonly title: string
  readonly expect: readonly ExpectedFinding[]
}

async function testCase(rule: CustomRule, { title, expect, ...sources }: Case): Promise<void> {
  const { findings, unbound } = await findingsIn(rule, sources)
  if (unbound.length > 0) {
    throw new AssertionError({ message: `${title}: a source does not compile\n${unbound.join('\n')}` })
  }
  if (isAsExpected(findings, expect)) return
  throw new AssertionError({
    message: `${title}: "${rule.id}" does not find what is expected (-), but (+)\n${differenceText(findings, expect)}`,
    actual: findings.map((finding, index) => shownOf(finding, expect[index])),
    expected: expect,
  })
}

/** As much of a finding as was asked about; its place and message where nothing was. */
function shownOf({ range, message, node, scenario, file, severity }: Finding, expected?: ExpectedFinding) {
  const all = { line: range.start.line, column: range.start.column, message, node, scenario, file, severity }
  const fields = expected === undefined ? ['line', 'message'] : Object.keys(expected)
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
}

function titleOf(kind: string, index: number, { name }: TestSources): string {
  return `${kind}[${index}]${name === undefined ? '' : ` "${name}"`}`
}
