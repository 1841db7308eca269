import { count } from '@scenewright/model/text'
import { runTests, type TestCase, type TestResult } from '@scenewright/simulator/conversation'
import type { PreparedBot } from '@scenewright/workspace/bot'
import type { Invocation } from '../../../shell/command.ts'
import { progressLine } from '../../../shell/terminal.ts'

/** The number of tests after which signals are processed, and progress is shown. */
const pauseEvery = 50

/**
 * Runs tests, and resolves with the number of failed ones. `look` is called with each result; no results are kept here,
 * because they contain whole conversations.
 */
export async function runSuite(
  { terminal, signal }: Invocation,
  { bot, ready }: PreparedBot,
  tests: readonly TestCase[],
  look: (result: TestResult) => void,
): Promise<number> {
  const progress = progressLine(terminal)
  let [run, failed] = [0, 0]
  try {
    for await (const result of runTests(bot, tests, ready)) {
      look(result)
      run += 1
      if (result.status === 'failed') failed += 1
      if (run % pauseEvery !== 0) continue
      progress.show(`${run} of ${count(tests.length, 'test')} run ...`)
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    return failed
  } finally {
    progress.show('')
  }
}
