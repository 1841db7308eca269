import { type Client, type JournalRecord, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import type { ServiceAnswer } from '@scenewright/simulator/conversation'
import { pause } from '../../../shell/pause.ts'

/** The source of the answers to queued messages. */
export interface AnswerSource {
  /** The metadata that is sent with a message to identify its answer. */
  readonly meta: { readonly [field: string]: unknown }
  /** The answer to the request with this id; `late` if it does not arrive in time. Rejects if the signal is aborted. */
  answerTo(request: string, signal: AbortSignal): Promise<ServiceAnswer>
  close(): Promise<void>
}

/** The result of a completed request. */
interface Result {
  /** SUCCESS, OPERATOR, or an undocumented value. */
  readonly status: string
  readonly isError: boolean
  readonly text: string | null
}

/** The answer in a result. */
export function toAnswer({ status, isError, text }: Result): ServiceAnswer {
  if (isError) return { kind: 'failed', text, reason: `the service reports ${status}, without an answer` }
  return { kind: status === 'OPERATOR' ? 'operator' : 'answered', text }
}

/** A missing answer. */
export function lateAnswer(timeoutMs: number, status: string): ServiceAnswer {
  return { kind: 'late', text: null, reason: `no answer within ${timeoutMs / 1000} s: ${status}` }
}

/** The shortest and the longest delay between two requests of the journal, in milliseconds. */
const firstWaitMs = 25
const maxWaitMs = 2000

/** The statuses of an unfinished request. */
const unfinished = new Set<unknown>(['PENDING', 'PROCESSING'])

interface JournalOptions {
  readonly client: Client
  readonly bot: string
  readonly timeoutMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/**
 * Reads the answers from the journal, which is polled with increasing delays. A journal that is temporarily unavailable
 * is polled again as well. One that does not contain answers is an OperationError.
 */
export function journalAnswers(options: JournalOptions): AnswerSource {
  return { meta: {}, answerTo: (request, signal) => wait(options, request, signal), close: async () => {} }
}

async function wait({ client, bot, timeoutMs, now }: JournalOptions, request: string, signal: AbortSignal) {
  const end = now() + timeoutMs
  let status = 'it is not in the journal'
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, maxWaitMs)) {
    const looked = await look(client, { bot, request, signal })
    const answer = looked.record === undefined ? undefined : answerIn(looked.record)
    if (answer !== undefined) return answer
    if (looked.record !== undefined) status = `the journal says ${String(looked.record.status)}`
    if (looked.problem !== undefined) status = looked.problem
    const left = end - now()
    if (left <= 0) return lateAnswer(timeoutMs, status)
    await pause(Math.min(Math.max(waitMs, looked.retryAfterMs ?? 0), left), signal)
    signal.throwIfAborted()
  }
}

interface Look {
  readonly record?: JournalRecord
  readonly problem?: string
  readonly retryAfterMs?: number
}

/** Reading changes nothing, so any failure except a rejection can be retried. */
async function look(
  client: Client,
  { bot, request, signal }: { readonly bot: string; readonly request: string; readonly signal: AbortSignal },
): Promise<Look> {
  try {
    const { data } = await client.readJournal({ bot_unique_id: bot, unique_id: request, take: 1 }, { signal })
    const record = data.find(({ unique_id }) => unique_id === request)
    return record === undefined ? {} : { record }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceError) || (error.outcome === 'rejected' && error.status !== 429)) throw error
    return { problem: error.message, ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }) }
  }
}

/** The answer in a record, or undefined if there is none yet. */
function answerIn({ status, answer }: JournalRecord): ServiceAnswer | undefined {
  const name = String(status)
  if (unfinished.has(status)) return undefined
  if (name === 'ERROR') return toAnswer({ status: name, isError: true, text: null })
  if (typeof answer === 'string') return toAnswer({ status: name, isError: false, text: answer })
  if (name === 'OPERATOR') return toAnswer({ status: name, isError: false, text: null })
  if (name !== 'SUCCESS') return undefined
  throw new OperationError('service', 'the journal of this service does not contain answers', {
    help: "receive the answers with --webhook-port, and set the bot's webhook_url to that port",
  })
}
