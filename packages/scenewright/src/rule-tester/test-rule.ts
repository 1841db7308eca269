import { AssertionError } from 'node:assert'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSourceCheck, finalizeReport, findRuleProblems, rules } from '@scenewright/checker'
import { compileProject, openProject } from '@scenewright/compiler'
import { type Finding, isObject } from '@scenewright/model'
import type { CompiledSource } from '@scenewright/model/compilation'
import { leadsOut } from '@scenewright/model/system'
import { createCustomCheck, readRule } from '@scenewright/workspace/custom-rules'
import type { CustomRule } from '@scenewright/workspace/custom-rules/types'
import type { ExpectedFinding, RuleTests, TestSources } from './rule-tests.ts'

/** The findings of a rule, and the errors of sources that could not be passed to it. */
interface FoundInSources {
  readonly findings: readonly Finding[]
  readonly unbound: readonly string[]
}

const configName = 'scenewright.config.yaml'

const ofSources = ['name', 'yaml', 'sources', 'config']

const ofExpected = ['line', 'column', 'message', 'node', 'scenario', 'file', 'severity']

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
    message: `${title}: "${rule.id}" does not report the expected findings (-: missing, +: unexpected)\n${differenceText(findings, expect)}`,
    actual: findings.map((finding, index) => toShown(finding, expect[index])),
    expected: expect,
  })
}

/** As much of a finding as was asked about; its place and message where nothing was. */
function toShown({ range, message, node, scenario, file, severity }: Finding, expected?: ExpectedFinding) {
  const all = { line: range.start.line, column: range.start.column, message, node, scenario, file, severity }
  const fields = expected === undefined ? ['line', 'message'] : Object.keys(expected)
  return Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field)))
}

function titleOf(kind: string, index: number, { name }: TestSources): string {
  return `${kind}[${index}]${name === undefined ? '' : ` "${name}"`}`
}

/**
 * Throws a TypeError for tests in which something would be passed over, so that a misspelled word is no passed test.
 */
function requireRuleTests(tests: RuleTests): void {
  const { valid = [], invalid = [] } = tests
  requireFields(tests, 'the tests', ['valid', 'invalid', 'config'])
  if (valid.length + invalid.length === 0) throw new TypeError('the tests need a list "valid" or "invalid" with a case')
  for (const [index, sources] of valid.entries()) {
    if (typeof sources !== 'string') requireSources(sources, `valid[${index}]`, ofSources)
  }
  for (const [index, tried] of invalid.entries()) {
    const title = `invalid[${index}]`
    requireSources(tried, title, [...ofSources, 'expect'])
    if (!Array.isArray(tried.expect) || tried.expect.length === 0) {
      throw new TypeError(`${title} needs a list "expect" with at least one finding`)
    }
    for (const [place, expected] of tried.expect.entries())
      requireFields(expected, `${title}.expect[${place}]`, ofExpected)
  }
}

function requireSources(value: unknown, title: string, fields: readonly string[]): void {
  requireFields(value, title, fields)
  const { yaml, sources = {} } = value
  if (!isObject(sources)) throw new TypeError(`"sources" of ${title} must be an object of texts by their files' names`)
  if (yaml === undefined && Object.keys(sources).length === 0) throw new TypeError(`${title} needs "yaml" or "sources"`)
  const [strange] = Object.keys(sources).filter(file => leadsOut(file))
  if (strange !== undefined) throw new TypeError(`the name "${strange}" in ${title} is outside the project`)
}

function requireFields(
  value: unknown,
  title: string,
  fields: readonly string[],
): asserts value is { readonly [field: string]: unknown } {
  if (!isObject(value)) throw new TypeError(`${title} must be an object`)
  const strange = Object.keys(value).find(field => !fields.includes(field))
  if (strange !== undefined)
    throw new TypeError(`${title} has an unknown field "${strange}": it may have ${fields.join(', ')}`)
}

/** The findings of one rule in sources, which are written to a temporary folder. */
async function findingsIn(rule: CustomRule, { yaml, sources, config = {} }: TestSources): Promise<FoundInSources> {
  const root = await mkdtemp(join(tmpdir(), 'scenewright-rule-'))
  try {
    const files = { ...(yaml !== undefined && { 'example.scenario.yaml': yaml }), ...sources }
    // JSON is YAML.
    await writeAll(root, { ...files, [configName]: JSON.stringify({ sources: ['.'], ...config }) })
    return await checked(rule, root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function checked(rule: CustomRule, root: string): Promise<FoundInSources> {
  const project = await openProject({ cwd: root, configPath: configName })
  const { config, suppressPlaces } = project
  const custom = createCustomCheck({ module: 'the test', rules: [rule] })
  const [problem] = findRuleProblems(config, [...rules, ...custom.rules])
  if (problem !== undefined) throw project.configFault(problem.path, problem.message, problem.help)
  const compilation = await compileProject(project)
  const unbound = compilation.sources.filter(({ isBound }) => !isBound).flatMap(findFaults)
  if (unbound.length > 0) return { findings: [], unbound }
  const check = custom.watching(createSourceCheck(config, custom.rules))
  const { findings } = finalizeReport(compilation.sources.map(check), config, { suppressPlaces, rules: custom.rules })
  return { findings, unbound }
}

function findFaults({ file, findings }: CompiledSource): readonly string[] {
  if (findings.length === 0) return [`  ${file} contains no scenario`]
  return findings.map(({ range, message }) => `  ${file}:${range.start.line}:${range.start.column} ${message}`)
}

async function writeAll(root: string, files: { readonly [file: string]: string }): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
}

/** Whether the findings are those that are expected, one by one. */
function isAsExpected(findings: readonly Finding[], expect: readonly ExpectedFinding[]): boolean {
  return findings.length === expect.length && findings.every((finding, index) => fits(finding, expect[index]))
}

/** The difference between the expected and the actual findings, one line each: `-` is missing, `+` is unexpected. */
function differenceText(findings: readonly Finding[], expect: readonly ExpectedFinding[]): string {
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
