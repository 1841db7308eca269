import { type Client, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { ServiceAnswer, TestCase } from '@scenewright/simulator/conversation'
import type { AnswerSource } from './answer-source.ts'

/** The bot that tests are run against. */
interface LiveBot {
  readonly client: Client
  readonly bot: string
  readonly answers: AnswerSource
}

/** The number of earlier messages that a service takes into account: more than a test has turns. */
const messageLimit = 50

/** The maximum length of a dialogue's name. */
const maxNameLength = 200

/**
 * The number of attempts for a request that certainly did not arrive, and the delay before the second, in milliseconds.
 */
const maxTries = 3

const firstWaitMs = 300

/** The longest delay that a service may ask for, in milliseconds. */
const maxPatienceMs = 60_000

/** The number of concurrent tests. */
const lanes = 4

/** After this many consecutive missing answers, the service is considered unavailable. */
const maxLate = 3

/** The progress callbacks and the signal that stops the work. */
export interface RemoteTestOptions {
  readonly signal: AbortSignal
  /** Waits before a failed request is sent again. */
  wait(ms: number, error: ServiceError, signal: AbortSignal): Promise<void>
  onHeld(done: number): void
}

/**
 * Runs tests against a bot, a few at once, and resolves with the answers of each test, in order. The first test that
 * cannot run stops the others, with an error and advice. So does a service that never answers, or stops answering.
 */
export async function runRemoteTests(
  live: LiveBot,
  tests: readonly TestCase[],
  { signal, wait, onHeld }: RemoteTestOptions,
): Promise<readonly (readonly ServiceAnswer[])[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const answersByTest: (readonly ServiceAnswer[])[] = tests.map(() => [])
  const life = watchLife()
  let [next, done] = [0, 0]
  const lane = async () => {
    for (let at = next++; at < tests.length; at = next++) {
      const test = tests[at]
      if (test === undefined) return
      answersByTest[at] = await holdTest({ ...live, wait }, test, either)
      life.look(answersByTest[at] ?? [])
      done += 1
      onHeld(done)
    }
  }
  const running = Array.from({ length: lanes }, lane)
  try {
    await Promise.all(running)
    life.end()
    return answersByTest
  } catch (error) {
    throw helped(error)
  } finally {
    failed.abort(new Error('another test could not be run'))
    await Promise.allSettled(running)
  }
}

/** Throws if a service seems to have stopped answering. */
function watchLife(): { look(answers: readonly ServiceAnswer[]): void; end(): void } {
  let [given, lateInRow] = [0, 0]
  let reason = ''
  const gone = () =>
    new OperationError('service', `the bot does not answer: ${reason}`, {
      help: 'check whether the service works, or wait longer with --timeout <seconds>',
    })
  return {
    look(answers) {
      given += answers.filter(({ kind }) => kind === 'answered' || kind === 'operator').length
      const last = answers.at(-1)
      reason = last?.reason ?? reason
      lateInRow = last?.kind === 'late' ? lateInRow + 1 : 0
      if (lateInRow === maxLate) throw gone()
    },
    end() {
      if (given === 0) throw gone()
    },
  }
}

/** Adds help to an error that the user can fix. */
function helped(error: unknown): unknown {
  const help = error instanceof ServiceError ? helpFor(error) : undefined
  if (!(error instanceof ServiceError) || help === undefined) return error
  return new OperationError(error.code, error.message, { help, cause: error })
}

function helpFor({ outcome, status }: ServiceError): string | undefined {
  if (outcome === 'not-sent') return 'check whether the service runs at the "url" of the environment in the config'
  if (status === 402)
    return 'the account has no balance left: each message of a test is a request; select fewer tests with --tag'
  if (status === 404) return 'the bot of the environment does not exist on the service; check "bot" in the config'
  return undefined
}

type WaitingBot = LiveBot & Pick<RemoteTestOptions, 'wait'>

/**
 * Sends the messages of a test to the bot, in a new dialogue, and resolves to the answers. After a failed or missing
 * answer, nothing more is sent. A message that may or may not have arrived cannot be resent in its dialogue, so the
 * test is run once more from the beginning.
 */
async function holdTest(live: WaitingBot, test: TestCase, signal: AbortSignal): Promise<readonly ServiceAnswer[]> {
  try {
    return await holdOnce(live, test, signal)
  } catch (error) {
    const isOpen = error instanceof ServiceError && /^(?:uncertain|applied-unreadable)$/.test(error.outcome)
    if (!isOpen || signal.aborted) throw error
    return holdOnce(live, test, signal)
  }
}

async function holdOnce({ client, bot, answers, wait }: WaitingBot, { name, turns }: TestCase, signal: AbortSignal) {
  // A service may refuse what it cannot store.
  const dialogueName = `test: ${name}`.replaceAll('\0', '').toWellFormed().slice(0, maxNameLength)
  const fields = { name: dialogueName.toWellFormed(), message_limit: messageLimit }
  const dialogue = await patiently(() => client.createDialogue(bot, fields, { signal }), wait, signal)
  const given: ServiceAnswer[] = []
  for (const { user } of turns) {
    const message = { prompt: user, mode: 'SUPPORT', dialogue_id: dialogue.unique_id, meta: answers.meta } as const
    const sent = await patiently(() => client.complete(bot, message, { signal }), wait, signal).then(
      ({ unique_id }) => ({ request: unique_id }),
      refusedAnswer,
    )
    const answer = 'request' in sent ? await answers.answerTo(sent.request, signal) : sent
    given.push(answer)
    if (answer.kind === 'late' || answer.kind === 'failed') break
  }
  return given
}

/**
 * The answer for a message that the service rejects, such as an empty one; any other rejection applies to the whole
 * run.
 */
function refusedAnswer(error: unknown): ServiceAnswer {
  if (!(error instanceof ServiceError) || error.outcome !== 'rejected' || error.status !== 400) throw error
  return { kind: 'failed', text: null, reason: error.message }
}

/** Sends requests again that the service never received, and waits if it requests a delay. */
async function patiently<Answer>(
  send: () => Promise<Answer>,
  wait: RemoteTestOptions['wait'],
  signal: AbortSignal,
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ServiceError)) throw error
      const waitMs = waitFor(error, tried)
      if (waitMs === undefined || tried === maxTries) throw error
      await wait(waitMs, error, signal)
      signal.throwIfAborted()
    }
  }
}

function waitFor({ outcome, status, retryAfterMs }: ServiceError, tried: number): number | undefined {
  const waitMs = firstWaitMs * 2 ** (tried - 1)
  if (outcome === 'not-sent') return waitMs
  if (outcome !== 'rejected' || status !== 429) return undefined
  return retryAfterMs !== undefined && retryAfterMs > maxPatienceMs ? undefined : (retryAfterMs ?? waitMs)
}
