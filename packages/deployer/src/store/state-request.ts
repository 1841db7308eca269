import { type Answer, exchange } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { type Deadline, watchDeadline } from './deadline.ts'

/** A request to the state backend. */
export interface StateRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends a request once and gives the answer, whatever its status. One that did not come whole is an OperationError
 * `network`: the request may have been carried out. Redirects are not followed.
 */
export async function sendStateRequest(
  { method, url, headers, body }: StateRequest,
  deadline: Deadline,
): Promise<Answer> {
  const end = new AbortController()
  const forget = watchDeadline(deadline, () => end.abort())
  try {
    const found = await exchange({
      origin: url.origin,
      method,
      path: url.pathname + url.search,
      headers,
      timeoutMs: deadline.timeoutMs,
      signal: end.signal,
      ...(body !== undefined && { body }),
    })
    if (found.kind !== 'answered') throw unreached(url, reason(found.error))
    if (!found.answer.isWhole) throw unreached(url, 'the answer was cut')
    return found.answer
  } finally {
    forget()
  }
}

function unreached({ host }: URL, why: string): OperationError {
  return new OperationError('network', `the state backend at ${host} was not reached: ${why}`, {
    help: 'see that the machine reaches it, and run this again',
  })
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error.message || ('code' in error ? String(error.code) : error.name)
}
