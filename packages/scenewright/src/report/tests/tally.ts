import type { TestResult } from '@scenewright/simulator'

/** How many tests passed, and how many failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Counts results. */
export function tallyOf(results: readonly TestResult[]): Tally {
  const failed = results.filter(({ status }) => status === 'failed').length
  return { passed: results.length - failed, failed }
}

/** The results of each file, in the order in which the files come. */
export function byFile(results: readonly TestResult[]): ReadonlyMap<string, readonly TestResult[]> {
  const files = new Map<string, TestResult[]>()
  for (const result of results) {
    const there = files.get(result.file)
    if (there === undefined) files.set(result.file, [result])
    else there.push(result)
  }
  return files
}
