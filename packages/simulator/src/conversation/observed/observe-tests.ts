import type { Bot } from '../../dialogue/bot.ts'
import { continueDialogue, type Dialogue, newDialogue } from '../../dialogue/dialogue.ts'
import { type TurnResult, takeTurn } from '../../dialogue/take-turn.ts'
import type { Turn } from '../../dialogue/turn.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import { fold } from '../../trigger/fold.ts'
import { keepRelevantScores } from '../relevant-scores.ts'
import { loadPatterns, type ReplyPatterns } from '../reply-patterns.ts'
import { findNamedScenarios, type TestCase } from '../test-case.ts'
import type { TestFailure } from '../test-result.ts'
import { checkAnswer, findUnobservable } from './check-answer.ts'
import { collectKnownAnswers, type KnownAnswer, type KnownAnswers, normalizeSpace } from './known-answers.ts'
import type { ObservedDecision, ObservedTest, ObservedTurn, ServiceAnswer } from './observed-test.ts'

/** The decision that an answer reveals, and the replies that it consists of, if all are known. */
interface Recognized {
  readonly seen: ObservedDecision
  readonly replies?: readonly string[]
}

/**
 * Returns the result of a test from the answers of a service; there are fewer answers than turns if it stopped early.
 */
export type TestJudge = (test: TestCase, answers: readonly ServiceAnswer[]) => ObservedTest

/**
 * Creates the function that judges tests that a service has answered, and compares them with the simulated answers. The
 * simulated dialogue follows the service: a scenario that the service seems to have started is also started in the
 * simulator, so that each turn is compared on its own. `deployed` are the scenarios whose version on the service
 * differs from the bot's.
 */
export async function createTestJudge(
  bot: Bot,
  tests: readonly TestCase[],
  deployed: readonly SimulatedScenario[],
): Promise<TestJudge> {
  const context = { bot, known: collectKnownAnswers(bot, deployed), patterns: await loadPatterns(tests) }
  return (test, answers) => judge(context, test, answers)
}

interface Context {
  readonly bot: Bot
  readonly known: KnownAnswers
  readonly patterns: ReplyPatterns
}

function judge(context: Context, test: TestCase, answers: readonly ServiceAnswer[]): ObservedTest {
  const { name, kind, tags, place, turns } = test
  const failures: TestFailure[] = []
  const observed: ObservedTurn[] = []
  let dialogue = newDialogue
  for (const [index, answer] of answers.entries()) {
    const spoken = turns[index]
    if (spoken === undefined) break
    const result = takeTurn(context.bot, dialogue, spoken.user)
    const recognized = recognizeAnswer(context.known, result.turn, answer)
    const { seen } = recognized
    const { line } = (spoken.places.expect ?? spoken.place).range.start
    const mismatches = checkAnswer(spoken.expect, { ...recognized, patterns: context.patterns, answer })
    failures.push(...mismatches.map(mismatch => ({ turn: index, ...mismatch, line })))
    const simulated = keepRelevantScores(result.turn, findNamedScenarios(spoken), true)
    observed.push({ answer, seen, simulated, differs: isOtherwise(seen, result) })
    dialogue = followed(context.bot, dialogue, seen, result)
  }
  return {
    name,
    file: place.file,
    line: place.range.start.line,
    tags,
    kind,
    status: failures.length === 0 ? 'passed' : 'failed',
    failures,
    turns: observed.map(({ simulated }) => simulated),
    observed,
    unobservable: turns.slice(0, observed.length).flatMap(({ expect }) => findUnobservable(expect)),
  }
}

function isOtherwise(seen: ObservedDecision, { turn: { decision } }: TurnResult): boolean {
  switch (seen.kind) {
    case 'start':
      return decision.kind !== 'start' || !seen.scenarios.includes(decision.scenario)
    case 'clarify':
      return decision.kind !== 'clarify' || !isSameSet(seen.candidates, decision.candidates)
    case 'other':
    case 'operator':
      return decision.kind !== 'none'
    case 'failed':
    case 'late':
      return false
  }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every(key => other.includes(key))
}

/** The dialogue as the service seems to have continued it. */
function followed({ scenarios }: Bot, before: Dialogue, seen: ObservedDecision, result: TurnResult): Dialogue {
  if (!isOtherwise(seen, result)) return result.dialogue
  if (seen.kind === 'start') return continueDialogue(before, seen.scenarios[0] ?? null)
  if (seen.kind !== 'clarify') return continueDialogue(before, null)
  const offer = seen.candidates.map(key => ({ scenario: key, label: scenarios.get(key)?.label ?? key }))
  return { ...continueDialogue(before, null), offer }
}

/**
 * The scenario that an answer belongs to. White space is ignored, and if several match, the simulated one is preferred.
 * An offer is recognized by the labels of at least two scenarios, each on its own line, with or without a number.
 */
function recognizeAnswer(known: KnownAnswers, simulated: Turn, { kind, text }: ServiceAnswer): Recognized {
  if (kind !== 'answered') return { seen: { kind } }
  const answer = normalizeSpace(text ?? '')
  const { decision } = simulated
  const expected = decision.kind === 'start' ? known.byScenario.get(decision.scenario) : undefined
  if (expected !== undefined && isAnswer(expected, answer)) return recognizedStart([expected])
  const same = known.byText.get(answer)
  if (same !== undefined) return recognizedStart(same)
  const offered = offeredIn(known, text ?? '', decision.kind === 'clarify' ? decision.candidates : [])
  if (offered.length > 1) return { seen: { kind: 'clarify', candidates: offered } }
  const within = known.longest.find(one => answer.includes(one.text))
  return within === undefined ? { seen: { kind: 'other' } } : recognizedStart([within])
}

/** If the simulator cannot follow to the end, the answer may continue. */
function isAnswer({ text, isBeginning }: KnownAnswer, answer: string): boolean {
  return isBeginning ? answer.startsWith(text) : answer === text
}

/** Answers of the sources take precedence over those of deployed versions. */
function recognizedStart(answers: readonly KnownAnswer[]): Recognized {
  const current = answers.filter(({ isDeployed }) => !isDeployed)
  const [first, ...others] = current.length > 0 ? current : answers
  const scenarios = [first, ...others].flatMap(answer => answer?.scenario ?? [])
  return {
    seen: { kind: 'start', scenarios, ...(current.length === 0 && { asDeployed: true as const }) },
    ...(first?.isBeginning === false && { replies: first.replies }),
  }
}

/** The scenarios whose labels are on their own lines, in order; of those with the same label, a likely one. */
function offeredIn({ byLabel }: KnownAnswers, text: string, likely: readonly string[]): readonly string[] {
  const found = text.split('\n').flatMap(line => {
    const label = fold(line)
    const keys = byLabel.get(label) ?? byLabel.get(label.replace(/^\d+ /, '')) ?? []
    return keys.find(key => likely.includes(key)) ?? keys[0] ?? []
  })
  return [...new Set(found)]
}
