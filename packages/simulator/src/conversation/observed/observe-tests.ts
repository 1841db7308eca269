import type { Bot } from '../../dialogue/bot.ts'
import { continueDialogue, type Dialogue, newDialogue } from '../../dialogue/dialogue.ts'
import { type TurnResult, takeTurn } from '../../dialogue/take-turn.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import { withKeptScores } from '../kept-scores.ts'
import { loadPatterns, type ReplyPatterns } from '../reply-patterns.ts'
import type { TestCase } from '../test-case.ts'
import type { TestFailure } from '../test-result.ts'
import { namedIn } from '../turn-names.ts'
import { checkAnswer, unobservableIn } from './check-answer.ts'
import { type KnownAnswers, knownAnswersOf } from './known-answers.ts'
import type { ObservedTest, ObservedTurn, SeenDecision, ServiceAnswer } from './observed-test.ts'
import { recognizeAnswer } from './recognize-answer.ts'

/** Says what came of a test whose turns a service has answered so; fewer answers than turns where it went no further. */
export type TestJudge = (test: TestCase, answers: readonly ServiceAnswer[]) => ObservedTest

/**
 * Makes what judges tests that a service has answered, beside what the bot would have answered. The bot follows the
 * service: what the service seems to have started has run for the bot, too, so that each turn is compared by itself.
 * `deployed` are the scenarios that the service holds in another form than the bot.
 */
export async function createTestJudge(
  bot: Bot,
  tests: readonly TestCase[],
  deployed: readonly SimulatedScenario[],
): Promise<TestJudge> {
  const context = { bot, known: knownAnswersOf(bot, deployed), patterns: await loadPatterns(tests) }
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
    const simulated = withKeptScores(result.turn, namedIn(spoken), true)
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
    unobservable: turns.slice(0, observed.length).flatMap(({ expect }) => unobservableIn(expect)),
  }
}

function isOtherwise(seen: SeenDecision, { turn: { decision } }: TurnResult): boolean {
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

/** The dialogue as the service seems to have left it. */
function followed({ scenarios }: Bot, before: Dialogue, seen: SeenDecision, result: TurnResult): Dialogue {
  if (!isOtherwise(seen, result)) return result.dialogue
  if (seen.kind === 'start') return continueDialogue(before, seen.scenarios[0] ?? null)
  if (seen.kind !== 'clarify') return continueDialogue(before, null)
  const offer = seen.candidates.map(key => ({ scenario: key, label: scenarios.get(key)?.label ?? key }))
  return { ...continueDialogue(before, null), offer }
}
