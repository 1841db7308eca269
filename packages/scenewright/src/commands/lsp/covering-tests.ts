import type { Place } from '@scenewright/model'
import type { ConversationTests, TestTurn } from '@scenewright/model/conversation-tests'
import { listTestCases, type TestCase } from '@scenewright/simulator/conversation'
import type { LiveProject } from '@scenewright/workspace/live'

/** The conversation tests of a project, in the order of its files. */
export function allTests(live: LiveProject): readonly TestCase[] {
  return live.reports().flatMap(({ tests }) => (tests === undefined ? [] : casesOf(tests)))
}

const known = new WeakMap<ConversationTests, readonly TestCase[]>()

function casesOf(tests: ConversationTests): readonly TestCase[] {
  const cases = known.get(tests) ?? listTestCases(tests)
  known.set(tests, cases)
  return cases
}

/** The id of a test for clients, by its place: it stays the same while the text before the test does. */
export function testId({ file, range: { start } }: Place): string {
  return `${file}:${start.line}:${start.column}`
}

/** A turn of a test that starts a scenario. */
export interface CoveringTurn {
  readonly test: TestCase
  readonly turn: TestTurn
}

/** The turns of conversations, and the messages of tables, that tests expect to start a scenario with one of these keys. */
export function coveringTurns(
  live: LiveProject,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, readonly CoveringTurn[]> {
  const found = new Map<string, CoveringTurn[]>([...keys].map(key => [key, []]))
  for (const test of allTests(live)) {
    for (const turn of test.turns) found.get(turn.expect?.starts ?? '')?.push({ test, turn })
  }
  return found
}

/** The tests of turns, each once. */
export function testsOf(turns: readonly CoveringTurn[]): readonly TestCase[] {
  return [...new Set(turns.map(({ test }) => test))]
}
