import type { Turn } from '../dialogue/turn.ts'

/** A result that differs from the expectation, in words for people. */
export interface TestFailure {
  /** The index of the turn. */
  readonly turn: number
  /** The field of the expectation that was not met; `answer` if a service gave no answer. */
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
  /** In the order of the turns; empty if the test passed. */
  readonly failures: readonly TestFailure[]
  /**
   * The conversation as it was run. It contains only the relevant scores: the best few, those that were high enough or
   * excluded, and those of scenarios that the test names. Their reasons are kept from the failed turn on.
   */
  readonly turns: readonly Turn[]
}
