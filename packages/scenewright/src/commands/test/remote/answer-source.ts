import type { ServiceAnswer } from '@scenewright/simulator'

/** Where the answers to queued messages come from. */
export interface AnswerSource {
  /** What a message is sent with, so that its answer is known again. */
  readonly meta: { readonly [field: string]: unknown }
  /** The answer to the request of that id. One that does not come in time is `late`; rejects when the signal is aborted. */
  answerTo(request: string, signal: AbortSignal): Promise<ServiceAnswer>
  close(): Promise<void>
}

/** What a service says of a request that is done with. */
interface Result {
  /** SUCCESS, OPERATOR, or something that nobody documents. */
  readonly status: string
  readonly isError: boolean
  readonly text: string | null
}

/** The answer that a result is. */
export function answerOf({ status, isError, text }: Result): ServiceAnswer {
  if (isError) return { kind: 'failed', text, reason: `the service says ${status}, and gives no answer` }
  return { kind: status === 'OPERATOR' ? 'operator' : 'answered', text }
}

/** The answer that did not come. */
export function lateAnswer(timeoutMs: number, status: string): ServiceAnswer {
  return { kind: 'late', text: null, reason: `no answer within ${timeoutMs / 1000} s: ${status}` }
}
