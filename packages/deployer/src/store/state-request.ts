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
 * Sends a request once and returns the response, whatever its status. An incomplete response is an OperationError
 * `network`: the request may have been performed. Redirects are not followed.
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
    if (!found.answer.isWhole) throw unreached(url, 'the response was truncated')
    return found.answer
  } finally {
    forget()
  }
}

function unreached({ host }: URL, why: string): OperationError {
  return new OperationError('network', `the state backend at ${host} could not be reached: ${why}`, {
    help: 'check the network connection, and try again',
  })
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error.message || ('code' in error ? String(error.code) : error.name)
}
