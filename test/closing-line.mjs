/** Ends a run's output with one plain line that any program can read: `12 passed, 0 failed, 1 skipped`. */
export default class ClosingLine {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      if (module.errors().length > 0) count.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state in count) count[state] += 1
      }
    }
    // After the default reporter's own summary.
    process.once('exit', () => console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`))
  }
}
