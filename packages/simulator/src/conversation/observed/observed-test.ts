import type { Turn } from '../../dialogue/turn.ts'
import type { TestResult } from '../test-result.ts'

/** The answer of a service to a message. */
export interface ServiceAnswer {
  /** `late`: no answer arrived in time. `failed`: the service reported a failure. */
  readonly kind: 'answered' | 'operator' | 'failed' | 'late'
  /** The text that the customer reads; null if there is none. */
  readonly text: string | null
  /** The reason for a missing answer, in words. */
  readonly reason?: string
}

/**
 * The decision that an answer reveals. `start` names the scenarios with this answer, usually one, and says whether only
 * their deployed versions have it, not their current ones; `other` is an answer that none of them gives.
 */
export type ObservedDecision =
  | { readonly kind: 'start'; readonly scenarios: readonly string[]; readonly asDeployed?: true }
  | { readonly kind: 'clarify'; readonly candidates: readonly string[] }
  | { readonly kind: 'operator' | 'failed' | 'late' | 'other' }

/** A turn as the service answered it, and as the simulator would have answered it in the same dialogue. */
export interface ObservedTurn {
  readonly answer: ServiceAnswer
  readonly seen: ObservedDecision
  readonly simulated: Turn
  /** Whether the service decided differently from the simulator. A failed or late answer is no decision. */
  readonly differs: boolean
}

/** The fields of an expectation that no answer shows. */
export const unobservableFields = ['walk', 'confidence', 'ends'] as const

export type UnobservableField = (typeof unobservableFields)[number]

/** The result of a test that was run with a service. */
export interface ObservedTest extends TestResult {
  /** The turns that were run: none after one without an answer. */
  readonly observed: readonly ObservedTurn[]
  /** The expected fields that cannot be observed, once for every turn that expects them. */
  readonly unobservable: readonly UnobservableField[]
}

/** The decision that an answer reveals, in words. */
export function describeDecision(seen: ObservedDecision): string {
  switch (seen.kind) {
    case 'start':
      return `answers as ${seen.scenarios.join(' or ')}${seen.asDeployed ? ', in the words that are deployed' : ''}`
    case 'clarify':
      return `asks which of ${seen.candidates.toSorted().join(', ')}`
    case 'operator':
      return 'passes the customer on to an operator'
    case 'other':
      return 'answers as no scenario does'
    case 'failed':
      return 'fails to answer'
    case 'late':
      return 'gives no answer in time'
  }
}
