import type { ComparedScenario } from '@scenewright/differ'

/** One side of a comparison. */
export interface Side {
  /** What it is called: a branch and a commit, a path, an environment. */
  readonly name: string
  readonly scenarios: readonly ComparedScenario[]
}

/** What is compared. */
export interface Sides {
  readonly base: Side
  readonly head: Side
}
