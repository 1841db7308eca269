import { type Expectation, noScenario } from '@scenewright/model/conversation-tests'
import { checkReplies, type Mismatch } from '../check-replies.ts'
import type { TurnMismatch } from '../check-turn.ts'
import type { ReplyPatterns } from '../reply-patterns.ts'
import {
  describeDecision,
  type ObservedDecision,
  type ServiceAnswer,
  type UnobservableField,
  unobservableFields,
} from './observed-test.ts'

/** The data for checking an answer. */
interface AnswerCheck {
  readonly patterns: ReplyPatterns
  readonly answer: ServiceAnswer
  readonly seen: ObservedDecision
  /** The replies that the answer consists of, if known. */
  readonly replies?: readonly string[]
}

/**
 * Compares an answer with the expectation of a test for the turn, as far as it can be observed. If the decision
 * differs, the replies are not checked. A missing answer is never expected.
 */
export function checkAnswer(expect: Expectation | undefined, check: AnswerCheck): readonly TurnMismatch[] {
  const { seen, answer } = check
  if (seen.kind === 'failed' || seen.kind === 'late') {
    return [{ about: 'answer', expected: 'an answer', actual: answer.reason ?? describeDecision(seen) }]
  }
  if (expect === undefined) return []
  const decided = [startMismatch(expect, seen), offerMismatch(expect, seen)].flatMap(mismatch => mismatch ?? [])
  if (decided.length > 0) return decided
  const replies = repliesMismatch(expect, check)
  return replies === undefined ? [] : [{ about: 'replies', ...replies }]
}

/** The fields of an expectation that no answer shows. */
export function findUnobservable(expect: Expectation | undefined): readonly UnobservableField[] {
  return unobservableFields.filter(field => expect?.[field] !== undefined)
}

/** Passed on to an operator, or answered by another source: no scenario has started. */
function startMismatch({ starts }: Expectation, seen: ObservedDecision): TurnMismatch | undefined {
  if (starts === undefined) return undefined
  const isNothing = seen.kind === 'other' || seen.kind === 'operator'
  const isMet = starts === noScenario ? isNothing : seen.kind === 'start' && seen.scenarios.includes(starts)
  if (isMet) return undefined
  return {
    about: 'starts',
    expected: starts === noScenario ? 'starts nothing' : `starts ${starts}`,
    actual: describeDecision(seen),
  }
}

function offerMismatch({ clarifies }: Expectation, seen: ObservedDecision): TurnMismatch | undefined {
  if (clarifies === undefined) return undefined
  const wanted = new Set(clarifies)
  const offered = new Set(seen.kind === 'clarify' ? seen.candidates : [])
  if (wanted.size === offered.size && [...wanted].every(key => offered.has(key))) return undefined
  const expected = wanted.size === 0 ? 'asks nothing' : `asks which of ${[...wanted].sort().join(', ')}`
  return { about: 'clarifies', expected, actual: describeDecision(seen) }
}

/** An answer is one text. If its replies are unknown, any way to divide it may match. */
function repliesMismatch(expect: Expectation, check: AnswerCheck): Mismatch | undefined {
  const readings = possibleReadings(check).map(replies => checkReplies(expect, replies, check.patterns))
  return readings.includes(undefined) ? undefined : readings[0]
}

function possibleReadings({ answer, replies }: AnswerCheck): readonly (readonly string[])[] {
  if (replies !== undefined) return [replies]
  const text = answer.text ?? ''
  const whole = text.trim() === '' ? [] : [text]
  const paragraphs = text.split(/\n\s*\n/).filter(part => part.trim() !== '')
  // A text that replaces a scenario, such as an offer, is not a scenario's reply.
  return [whole, paragraphs, []]
}
