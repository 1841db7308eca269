import type { Bot } from '../dialogue/bot.ts'
import { newDialogue } from '../dialogue/dialogue.ts'
import { takeTurn } from '../dialogue/take-turn.ts'
import type { Turn } from '../dialogue/turn.ts'
import { checkTurn } from './check-turn.ts'
import { keepRelevantScores } from './relevant-scores.ts'
import { loadPatterns, type ReplyPatterns } from './reply-patterns.ts'
import { findNamedScenarios, type TestCase } from './test-case.ts'
import type { TestFailure, TestResult } from './test-result.ts'

/** The number of messages that are prepared at once. */
const batchSize = 256

/**
 * Runs tests in order, and yields the result of each when it is done. `ready` is awaited before the bot is asked about
 * a message. A conversation continues after a failed turn, with the bot's actual decision.
 */
export async function* runTests(
  bot: Bot,
  tests: readonly TestCase[],
  ready: (messages: readonly string[]) => Promise<void>,
): AsyncGenerator<TestResult, void, undefined> {
  const patterns = await loadPatterns(tests)
  for (const batch of batchesOf(tests)) {
    await ready(batch.flatMap(({ turns }) => turns.map(({ user }) => user)))
    for (const test of batch) yield runTest(bot, test, patterns)
  }
}

function* batchesOf(tests: readonly TestCase[]): Generator<readonly TestCase[]> {
  let batch: TestCase[] = []
  let messages = 0
  for (const test of tests) {
    batch.push(test)
    messages += test.turns.length
    if (messages < batchSize) continue
    yield batch
    batch = []
    messages = 0
  }
  if (batch.length > 0) yield batch
}

function runTest(bot: Bot, { name, kind, tags, place, turns }: TestCase, patterns: ReplyPatterns): TestResult {
  const failures: TestFailure[] = []
  const taken: Turn[] = []
  let dialogue = newDialogue
  for (const [index, spoken] of turns.entries()) {
    const result = takeTurn(bot, dialogue, spoken.user)
    dialogue = result.dialogue
    const { expect, places } = spoken
    const mismatches = expect === undefined ? [] : checkTurn(bot, expect, { turn: result.turn, patterns })
    const { line } = (places.expect ?? spoken.place).range.start
    failures.push(...mismatches.map(mismatch => ({ turn: index, ...mismatch, line })))
    taken.push(keepRelevantScores(result.turn, findNamedScenarios(spoken), failures.length > 0))
  }
  return {
    name,
    file: place.file,
    line: place.range.start.line,
    tags,
    kind,
    status: failures.length === 0 ? 'passed' : 'failed',
    failures,
    turns: taken,
  }
}
