import type { ts } from 'ts-morph'
import { maxProblems, problemAt, Refusal } from '../evaluate/refusal.ts'
import type { Module } from './module.ts'

/** The result of processing a statement; after `spent`, the rest of the file is not evaluated. */
export type Outcome = 'done' | 'refused' | 'spent'

/** Processes a statement or a name of a file. A refusal becomes a problem of the file. */
export function attempt({ scope, problems }: Module, node: ts.Node, work: () => void): Outcome {
  const { frame } = scope
  try {
    work()
    return 'done'
  } catch (error) {
    frame.run.depth = 0
    if (error instanceof Refusal) {
      problems.push(...error.problems)
      return error.isFinal || problems.length >= maxProblems ? 'spent' : 'refused'
    }
    // The budget should end a source long before the stack is exhausted. If it does not, the source is still at fault.
    if (!(error instanceof RangeError)) throw error
    problems.push(problemAt({ node, frame }, 'The evaluation exceeds the stack size'))
    return 'spent'
  }
}
