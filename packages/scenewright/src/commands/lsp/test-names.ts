import type { Place } from '@scenewright/model'
import { listTestCases, type TestCase } from '@scenewright/simulator/conversation'
import type { LiveProject } from '@scenewright/workspace/live'

/** The conversation tests of a project, in the order of its files. */
export function allTests(live: LiveProject): readonly TestCase[] {
  return live.reports().flatMap(({ tests }) => (tests === undefined ? [] : listTestCases(tests)))
}

/** The id of a test for clients, by its place: it stays the same while the text before the test does. */
export function testId({ file, range: { start } }: Place): string {
  return `${file}:${start.line}:${start.column}`
}
