import type { TestResult } from '@scenewright/simulator/conversation'

/** The numbers of passed and of failed tests. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Counts results. */
export function countResults(results: readonly Pick<TestResult, 'status'>[]): Tally {
  const failed = results.filter(({ status }) => status === 'failed').length
  return { passed: results.length - failed, failed }
}

/** The results of each file, in the order of the files. */
export function byFile<Result extends Pick<TestResult, 'file'>>(
  results: readonly Result[],
): ReadonlyMap<string, readonly Result[]> {
  const files = new Map<string, Result[]>()
  for (const result of results) {
    const there = files.get(result.file)
    if (there === undefined) files.set(result.file, [result])
    else there.push(result)
  }
  return files
}
