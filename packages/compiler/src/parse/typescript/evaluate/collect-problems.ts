import type { Problem } from '../../problem.ts'
import { maxProblems, Refusal } from './refusal.ts'
import type { Run } from './value.ts'

/** Processes each of several independent items, so that the problems of all of them are reported. */
export function collectProblems<Item>(items: readonly Item[], run: Run, work: (item: Item) => void): void {
  const { depth } = run
  let problems: Problem[] | undefined
  for (const item of items) {
    try {
      work(item)
    } catch (error) {
      if (!(error instanceof Refusal) || error.isFinal) throw error
      run.depth = depth
      problems ??= []
      problems.push(...error.problems)
      if (problems.length >= maxProblems) break
    }
  }
  if (problems !== undefined) throw new Refusal(problems)
}
