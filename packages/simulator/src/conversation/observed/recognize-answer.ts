import type { Turn } from '../../dialogue/turn.ts'
import { fold } from '../../trigger/fold.ts'
import { type KnownAnswer, type KnownAnswers, spaced } from './known-answers.ts'
import type { SeenDecision, ServiceAnswer } from './observed-test.ts'

/** What an answer shows, and, where that is known to the end, the replies that it is made of. */
export interface Recognized {
  readonly seen: SeenDecision
  readonly replies?: readonly string[]
}

/**
 * Whose answer a text is. White space counts for nothing, and what the simulator says comes first where several would
 * do. An offer is known by the labels of two scenarios or more, each on a line of its own, with or without a number.
 */
export function recognizeAnswer(known: KnownAnswers, simulated: Turn, { kind, text }: ServiceAnswer): Recognized {
  if (kind !== 'answered') return { seen: { kind } }
  const answer = spaced(text ?? '')
  const { decision } = simulated
  const expected = decision.kind === 'start' ? known.byScenario.get(decision.scenario) : undefined
  if (expected !== undefined && isAnswer(expected, answer)) return startOf([expected])
  const same = known.byText.get(answer)
  if (same !== undefined) return startOf(same)
  const offered = offeredIn(known, text ?? '', decision.kind === 'clarify' ? decision.candidates : [])
  if (offered.length > 1) return { seen: { kind: 'clarify', candidates: offered } }
  const within = known.longest.find(one => answer.includes(one.text))
  return within === undefined ? { seen: { kind: 'other' } } : startOf([within])
}

/** Where the simulator cannot follow to the end, the answer goes on. */
function isAnswer({ text, isBeginning }: KnownAnswer, answer: string): boolean {
  return isBeginning ? answer.startsWith(text) : answer === text
}

/** What is in the sources comes before what is deployed. */
function startOf(answers: readonly KnownAnswer[]): Recognized {
  const current = answers.filter(({ isDeployed }) => !isDeployed)
  const [first, ...others] = current.length > 0 ? current : answers
  const scenarios = [first, ...others].flatMap(answer => answer?.scenario ?? [])
  return {
    seen: { kind: 'start', scenarios, ...(current.length === 0 && { asDeployed: true as const }) },
    ...(first?.isBeginning === false && { replies: first.replies }),
  }
}

/** The scenarios whose labels stand on lines of their own, in their order; of those that share one, a likely one. */
function offeredIn({ byLabel }: KnownAnswers, text: string, likely: readonly string[]): readonly string[] {
  const found = text.split('\n').flatMap(line => {
    const label = fold(line)
    const keys = byLabel.get(label) ?? byLabel.get(label.replace(/^\d+ /, '')) ?? []
    return keys.find(key => likely.includes(key)) ?? keys[0] ?? []
  })
  return [...new Set(found)]
}
