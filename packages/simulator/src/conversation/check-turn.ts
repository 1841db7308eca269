import { type Expectation, noScenario } from '@scenewright/model/conversation-tests'
import { nearest } from '@scenewright/model/text'
import type { Bot } from '../dialogue/bot.ts'
import type { Turn } from '../dialogue/turn.ts'
import { checkReplies, type Mismatch } from './check-replies.ts'
import type { ReplyPatterns } from './reply-patterns.ts'
import type { TestFailure } from './test-result.ts'

/** A field of an expectation that was not met, and the actual value. */
export type TurnMismatch = Pick<TestFailure, 'about' | 'expected' | 'actual'>

/**
 * Compares a turn with the expectation of a test. If the decision differs, its consequences are not checked: the
 * replies, the walk and the rest are those of another scenario.
 */
export function checkTurn(
  bot: Bot,
  expect: Expectation,
  { turn, patterns }: { readonly turn: Turn; readonly patterns: ReplyPatterns },
): readonly TurnMismatch[] {
  const decided = [...about('starts', checkStart(bot, expect, turn)), ...about('clarifies', checkOffer(expect, turn))]
  if (decided.length > 0) return decided
  return [
    ...about('confidence', checkConfidence(expect, turn)),
    ...about('walk', checkWalk(expect, turn)),
    ...about('replies', checkReplies(expect, turn.replies, patterns)),
    ...about('ends', checkEnd(expect, turn)),
  ]
}

function about(field: TestFailure['about'], mismatch: Mismatch | undefined): readonly TurnMismatch[] {
  return mismatch === undefined ? [] : [{ about: field, ...mismatch }]
}

function checkStart({ scenarios }: Bot, { starts }: Expectation, turn: Turn): Mismatch | undefined {
  const { decision } = turn
  if (starts === undefined) return undefined
  if (starts === noScenario) {
    return decision.kind === 'none' ? undefined : { expected: 'starts nothing', actual: decisionText(turn) }
  }
  if (decision.kind === 'start' && decision.scenario === starts) return undefined
  const unknown = scenarios.has(starts) ? '' : `; ${unknownText(starts, scenarios.keys())}`
  return { expected: `starts ${starts}`, actual: `${decisionText(turn)}${unknown}` }
}

function unknownText(key: string, keys: Iterable<string>): string {
  const near = nearest(key, keys)
  return `no active scenario has the key "${key}"${near === undefined ? '' : `, did you mean "${near}"?`}`
}

function checkOffer({ clarifies }: Expectation, turn: Turn): Mismatch | undefined {
  if (clarifies === undefined) return undefined
  const offered = new Set(turn.decision.kind === 'clarify' ? turn.decision.candidates : [])
  const wanted = new Set(clarifies)
  if (offered.size === wanted.size && [...wanted].every(key => offered.has(key))) return undefined
  const expected = wanted.size === 0 ? 'asks nothing' : `asks which of ${[...wanted].sort().join(', ')}`
  return { expected, actual: decisionText(turn) }
}

function decisionText({ decision, scores }: Turn): string {
  switch (decision.kind) {
    case 'start': {
      const score = scores.find(({ scenario }) => scenario === decision.scenario)
      const how = decision.picked === true ? 'picked' : (score?.confidence.toFixed(1) ?? '')
      return `starts ${decision.scenario} (${how})`
    }
    case 'clarify':
      return `asks which of ${[...decision.candidates].sort().join(', ')}`
    case 'none':
      return 'starts nothing'
  }
}

function checkConfidence({ confidence }: Expectation, turn: Turn): Mismatch | undefined {
  if (confidence === undefined) return undefined
  const { decision, scores } = turn
  const expected = `a confidence of at least ${confidence.at_least}`
  if (decision.kind !== 'start') return { expected, actual: decisionText(turn) }
  const reached = scores.find(({ scenario }) => scenario === decision.scenario)?.confidence ?? 0
  if (reached >= confidence.at_least) return undefined
  return { expected, actual: `a confidence of ${reached} for ${decision.scenario}` }
}

function checkWalk({ walk }: Expectation, turn: Turn): Mismatch | undefined {
  if (walk === undefined || isSameList(walk, turn.walk)) return undefined
  return { expected: walkText(walk), actual: walkText(turn.walk) }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function walkText(nodes: readonly string[]): string {
  return nodes.length === 0 ? 'no walk' : `the walk ${nodes.join(', ')}`
}

function checkEnd({ ends }: Expectation, { outcome }: Turn): Mismatch | undefined {
  if (ends === undefined || ends === (outcome === 'ended')) return undefined
  return { expected: ends ? 'reaches an END' : 'reaches no END', actual: outcomeTexts[outcome] }
}

const outcomeTexts: { readonly [outcome in Turn['outcome']]: string } = {
  ended: 'reaches an END',
  unsupported: 'stops where the toolkit cannot simulate what follows',
  stuck: 'is stuck: there is no way on',
  endless: 'never ends',
  none: 'starts nothing',
  clarifying: 'asks which scenario is meant',
}
