import type { TestResult } from '@scenewright/simulator/conversation'
import { attribute, escaped } from '../../../render/xml.ts'
import { failureText } from './failure-text.ts'
import type { ReportedTest, TestFormat } from './format.ts'
import { differencesText, isObserved, shortened } from './observed-text.ts'
import { byFile, countResults } from './tally.ts'

/** JUnit XML: one suite per file, one case per test. */
export const junit: TestFormat = {
  tell: (result, { folder }) => testCase(result, attribute(folder + result.file)),
  *render({ tests }, { folder }) {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="scenewright test"${counts(tests)}>\n`
    for (const [file, own] of byFile(tests)) {
      yield `  <testsuite name=${attribute(folder + file)}${counts(own)}>\n`
      for (const { text } of own) yield `${text}\n`
      yield '  </testsuite>\n'
    }
    yield '</testsuites>\n'
  },
}

function testCase(result: TestResult, path: string): string {
  const name = attribute(shortened(result.name) || '(an empty message)')
  const head = `    <testcase name=${name} classname=${path} file=${path} line="${result.line}"`
  const [first] = result.failures
  if (first === undefined) {
    const differences = isObserved(result) ? differencesText(result, false) : ''
    if (differences === '') return `${head}/>`
    return `${head}>\n      <system-out>${escaped(differences)}</system-out>\n    </testcase>`
  }
  const message = attribute(shortened(`expected ${first.expected}, actual ${first.actual}`).replace(/\s+/g, ' '))
  const body = `<failure type=${attribute(first.about)} message=${message}>${escaped(failureText(result, false))}</failure>`
  return `${head}>\n      ${body}\n    </testcase>`
}

function counts(tests: readonly ReportedTest[]): string {
  return ` tests="${tests.length}" failures="${countResults(tests).failed}" errors="0" skipped="0"`
}
