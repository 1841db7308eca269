import type { SeenDecision } from './observed-test.ts'

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
