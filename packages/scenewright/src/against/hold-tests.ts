import { ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { ServiceAnswer, TestCase } from '@scenewright/simulator'
import { holdTest, type LiveBot } from './hold-test.ts'

/** How many tests are held at once. */
const lanes = 4

/** After so many answers in a row that did not come, the service is taken to be gone. */
const mostLate = 3

/** What watches, and what ends the work. */
export interface HoldOptions {
  readonly signal: AbortSignal
  onHeld(done: number): void
}

/**
 * Holds tests with a bot, a few at once, and promises the answers of each, in their order. The first test that cannot be
 * held ends the others: its error says what to do. So does a service that has given no answer at all, or none for long.
 */
export async function holdTests(
  live: LiveBot,
  tests: readonly TestCase[],
  { signal, onHeld }: HoldOptions,
): Promise<readonly (readonly ServiceAnswer[])[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const held: (readonly ServiceAnswer[])[] = tests.map(() => [])
  const life = watchLife()
  let [next, done] = [0, 0]
  const lane = async () => {
    for (let at = next++; at < tests.length; at = next++) {
      const test = tests[at]
      if (test === undefined) return
      held[at] = await holdTest(live, test, either)
      life.look(held[at] ?? [])
      done += 1
      onHeld(done)
    }
  }
  const running = Array.from({ length: lanes }, lane)
  try {
    await Promise.all(running)
    life.end()
    return held
  } catch (error) {
    throw helped(error)
  } finally {
    failed.abort(new Error('another test could not be held'))
    await Promise.allSettled(running)
  }
}

/** Throws where a service seems to answer no more. */
function watchLife(): { look(answers: readonly ServiceAnswer[]): void; end(): void } {
  let [given, lateInRow] = [0, 0]
  let reason = ''
  const gone = () =>
    new OperationError('service', `the bot does not answer: ${reason}`, {
      help: 'look whether the service works; --timeout <seconds> waits longer',
    })
  return {
    look(answers) {
      given += answers.filter(({ kind }) => kind === 'answered' || kind === 'operator').length
      const last = answers.at(-1)
      reason = last?.reason ?? reason
      lateInRow = last?.kind === 'late' ? lateInRow + 1 : 0
      if (lateInRow === mostLate) throw gone()
    },
    end() {
      if (given === 0) throw gone()
    },
  }
}

/** What to do about a refusal that a person can do something about. */
function helped(error: unknown): unknown {
  const help = error instanceof ServiceError ? helpFor(error.status) : undefined
  if (!(error instanceof ServiceError) || help === undefined) return error
  return new OperationError(error.code, error.message, { help, cause: error })
}

function helpFor(status: number | undefined): string | undefined {
  if (status === 402)
    return "the account's balance is used up: each message of a test is a request; --tag chooses fewer tests"
  if (status === 404) return 'the environment names a bot that the service does not have; look at "bot" in the config'
  return undefined
}
