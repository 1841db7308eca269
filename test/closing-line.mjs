import { appendFileSync } from 'node:fs'

/**
 * Ends a run's output with one plain line that any program can read: `12 passed, 0 failed, 1 skipped`. A run that is
 * part of a larger one adds its counts to the file that SCENEWRIGHT_TEST_COUNTS names; scripts/closing-line.mjs sums up.
 */
export default class ClosingLine {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      // What fails around the tests counts, too: a file that cannot be loaded, a `beforeAll` or an `afterAll`.
      for (const suite of [module, ...module.children.allSuites()]) if (suite.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state in count) count[state] += 1
      }
    }
    const file = process.env.SCENEWRIGHT_TEST_COUNTS
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(count)}\n`)
    // After the default reporter's own summary.
    else process.once('exit', () => console.log(closingLine([count])))
  }
}

/** The line for several runs together. */
export function closingLine(counts) {
  const sum = state => counts.reduce((total, count) => total + count[state], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}
