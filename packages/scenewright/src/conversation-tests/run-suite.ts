import { runTests, type TestCase, type TestResult } from '@scenewright/simulator'
import type { PreparedBot } from '../bot.ts'
import type { Invocation } from '../command.ts'
import { count } from '../report/count.ts'
import { progressLine } from '../terminal/progress.ts'

/** After how many tests signals are let in, and progress is shown. */
const pauseEvery = 50

/**
 * Runs tests, and promises what came of them. `look` is shown each as it came; of those that passed the turns are not
 * kept beyond that.
 */
export async function runSuite(
  { terminal, signal }: Invocation,
  { bot, ready }: PreparedBot,
  tests: readonly TestCase[],
  look: (result: TestResult) => void = () => {},
): Promise<readonly TestResult[]> {
  const progress = progressLine(terminal)
  const results: TestResult[] = []
  try {
    for await (const result of runTests(bot, tests, ready)) {
      look(result)
      results.push(result.status === 'passed' ? { ...result, turns: [] } : result)
      if (results.length % pauseEvery !== 0) continue
      progress.show(`${results.length} of ${count(tests.length, 'test')} run ...`)
      await new Promise(setImmediate)
      signal.throwIfAborted()
    }
    return results
  } finally {
    progress.show('')
  }
}
