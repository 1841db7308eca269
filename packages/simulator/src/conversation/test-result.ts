import type { Turn } from '../dialogue/turn.ts'

/** Something that did not come as a test expects it, in words for people. */
export interface TestFailure {
  /** The turn that it was expected of, from 0. */
  readonly turn: number
  /** The field of the expectation that was not met; `answer` where a service gave none. */
  readonly about: 'starts' | 'clarifies' | 'replies' | 'walk' | 'ends' | 'confidence' | 'answer'
  readonly expected: string
  readonly actual: string
  /** The line of the turn's expectation, or of the message in a table; from 1. */
  readonly line: number
}

/** The result of one test: a conversation, or a message of a table. Plain data. */
export interface TestResult {
  /** The name of the conversation, or the text of the message. */
  readonly name: string
  /** Relative to the project's root, with forward slashes. */
  readonly file: string
  /** Where the test begins, from 1. */
  readonly line: number
  readonly tags: readonly string[]
  readonly kind: 'conversation' | 'message'
  readonly status: 'passed' | 'failed'
  /** In the order of the turns; none where the test passed. */
  readonly failures: readonly TestFailure[]
  /**
   * The conversation as it went. Of the scores those are kept that had a part in it: the best few, those that were sure
   * enough or put out, and those of scenarios that the test names. Their reasons are kept from the turn on that failed.
   */
  readonly turns: readonly Turn[]
}
