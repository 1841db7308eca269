import { count } from '@scenewright/model/text'
import { runTests, type TestCase, type TestResult } from '@scenewright/simulator/conversation'
import type { PreparedBot } from '@scenewright/workspace/bot'
import type { Invocation } from '../../../shell/command.ts'
import { progressLine } from '../../../shell/terminal.ts'

/** After how many tests signals are let in, and progress is shown. */
const pauseEvery = 50

/**
 * Runs tests, and promises how many failed. `look` is shown each result as it comes; nothing of it is kept here, since a
 * result holds whole conversations.
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
