import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { junit } from '../../src/commands/check/formats/junit.ts'
import { context, everyKind, finding, reportOf } from './sample.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  isArray: name => name === 'testsuite' || name === 'testcase',
})

interface Case {
  readonly name: string
  readonly file: string
  readonly failure?: { readonly type: string }
  readonly 'system-out'?: string
}

interface Suite {
  readonly name: string
  readonly tests: string
  readonly failures: string
  readonly testcase: readonly Case[]
}

function parsed(xml: string): Suite & { readonly testsuite: readonly Suite[] } {
  expect(XMLValidator.validate(xml)).toBe(true)
  return parser.parse(xml).testsuites
}

test('a suite per file, a case per finding, a passed case for a file without findings; the counts match', () => {
  const report = reportOf(everyKind)
  const { tests, failures, testsuite } = parsed(junit(report, context))
  const cases = testsuite.flatMap(({ testcase }) => testcase)
  expect(testsuite).toHaveLength(report.files.length)
  expect(cases).toHaveLength(everyKind.length + 1)
  expect([Number(tests), Number(failures)]).toEqual([cases.length, cases.filter(one => one.failure).length])
  for (const suite of testsuite) {
    const failed = suite.testcase.filter(one => one.failure)
    expect([Number(suite.tests), Number(suite.failures)]).toEqual([suite.testcase.length, failed.length])
  }
})

test.each([
  [['error'], 1],
  [['error', 'warning'], 2],
  [['error', 'warning', 'info'], 3],
  [[], 0],
] as const)('if %j make the command fail, %d of an error, a warning and an info are failures', (failing, failures) => {
  const findings = (['error', 'warning', 'info'] as const).map(severity => finding({ severity }))
  const [, suite] = parsed(junit(reportOf(findings), { ...context, failing: new Set(failing) })).testsuite
  expect(suite?.testcase.filter(one => one.failure)).toHaveLength(failures)
  expect(suite?.testcase.filter(one => one['system-out'])).toHaveLength(3 - failures)
})

test('contains no character that XML 1.0 forbids', () => {
  const xml = junit(reportOf(everyKind), context)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|]]>/)
  expect(xml.isWellFormed()).toBe(true)
})

test('names files from the root of the repository', () => {
  const [suite] = parsed(junit(reportOf([]), { ...context, folder: 'bots/shop/' })).testsuite
  expect(suite?.testcase[0]?.file).toBe('bots/shop/scenarios/clean.scenario.yaml')
})
