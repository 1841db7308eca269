import type { TestResult } from '@scenewright/simulator'
import { attribute, escaped } from '../xml.ts'
import { failureText } from './failure-text.ts'
import type { TestFormat } from './format.ts'
import { shortened } from './shortened.ts'
import { byFile, tallyOf } from './tally.ts'

/** JUnit XML: a suite a file, a case a test. */
export const junit: TestFormat = ({ results }, { folder }) => {
  const suites = Array.from(byFile(results), ([file, own]) => suite(folder + file, own))
  const head = `<testsuites name="scenewright test"${counts(results)}>`
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, '</testsuites>', ''].join('\n')
}

function suite(file: string, results: readonly TestResult[]): string {
  const path = attribute(file)
  const head = `  <testsuite name=${path}${counts(results)}>`
  return [head, ...results.map(result => testCase(result, path)), '  </testsuite>'].join('\n')
}

function testCase(result: TestResult, path: string): string {
  const name = attribute(shortened(result.name) || '(an empty message)')
  const head = `    <testcase name=${name} classname=${path} file=${path} line="${result.line}"`
  const [first] = result.failures
  if (first === undefined) return `${head}/>`
  const message = attribute(shortened(`expected ${first.expected}, actual ${first.actual}`).replace(/\s+/g, ' '))
  const body = `<failure type=${attribute(first.about)} message=${message}>${escaped(failureText(result, false))}</failure>`
  return `${head}>\n      ${body}\n    </testcase>`
}

function counts(results: readonly TestResult[]): string {
  return ` tests="${results.length}" failures="${tallyOf(results).failed}" errors="0" skipped="0"`
}
