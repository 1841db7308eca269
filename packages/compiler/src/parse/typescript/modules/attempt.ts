import type { ts } from 'ts-morph'
import { mostProblems, problemAt, Refusal } from '../evaluate/refusal.ts'
import type { Module } from './module.ts'

/** How a piece of work on a statement ended; after `spent` nothing more of the file is looked at. */
export type Outcome = 'done' | 'refused' | 'spent'

/** Works on a statement or a name of a file. What is refused is a problem of the file. */
export function attempt({ scope, problems }: Module, node: ts.Node, work: () => void): Outcome {
  const { frame } = scope
  try {
    work()
    return 'done'
  } catch (error) {
    frame.run.depth = 0
    if (error instanceof Refusal) {
      problems.push(...error.problems)
      return error.isFinal || problems.length >= mostProblems ? 'spent' : 'refused'
    }
    // The budget is there to end a source long before the stack does. Should it fail, the source is still to blame.
    if (!(error instanceof RangeError)) throw error
    problems.push(problemAt({ node, frame }, 'The evaluation takes more room than there is'))
    return 'spent'
  }
}
