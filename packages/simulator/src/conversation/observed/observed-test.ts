import type { Turn } from '../../dialogue/turn.ts'
import type { TestResult } from '../test-result.ts'

/** What a service made of a message. */
export interface ServiceAnswer {
  /** `late`: no answer came as long as it was waited for. `failed`: the service says that it could not answer. */
  readonly kind: 'answered' | 'operator' | 'failed' | 'late'
  /** What the customer reads; null where there is none. */
  readonly text: string | null
  /** What came instead of an answer, in words. */
  readonly reason?: string
}

/**
 * What an answer shows of the decision behind it. `start` names the scenarios that answer so, mostly one, and says where
 * they do so only as they are deployed, and not as they are now; `other` is an answer that none of them gives.
 */
export type SeenDecision =
  | { readonly kind: 'start'; readonly scenarios: readonly string[]; readonly asDeployed?: true }
  | { readonly kind: 'clarify'; readonly candidates: readonly string[] }
  | { readonly kind: 'operator' | 'failed' | 'late' | 'other' }

/** A turn as a service took it, and as the simulator would have taken it in the same dialogue. */
export interface ObservedTurn {
  readonly answer: ServiceAnswer
  readonly seen: SeenDecision
  readonly simulated: Turn
  /** Whether the service decided otherwise than the simulator. A failed or late answer is no decision. */
  readonly differs: boolean
}

/** The fields of an expectation that no answer shows. */
export const unobservableFields = ['walk', 'confidence', 'ends'] as const

export type UnobservableField = (typeof unobservableFields)[number]

/** What came of a test that was held with a service. */
export interface ObservedTest extends TestResult {
  /** As many as were held: none after one that had no answer. */
  readonly observed: readonly ObservedTurn[]
  /** What was expected and cannot be seen, once for every turn that expects it. */
  readonly unobservable: readonly UnobservableField[]
}

/** What an answer shows of the decision, in words. */
export function seenText(seen: SeenDecision): string {
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
