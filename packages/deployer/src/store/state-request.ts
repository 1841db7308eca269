import { type Answer, exchange, reason } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { type Deadline, watchDeadline } from './deadline.ts'

/** The maximum size of a state with its documents, in bytes: half of what a text of Node can hold. */
const maxBytes = 256 * 1024 * 1024

/** A request to the state backend. */
export interface StateRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends a request once and returns the response, whatever its status. An incomplete response is an OperationError
 * `network`: the request may have been performed. What is too large is never sent, as it could not be read again: that
 * is an OperationError `state`. Redirects are not followed.
 */
export async function sendStateRequest(
  { method, url, headers, body }: StateRequest,
  deadline: Deadline,
): Promise<Answer> {
  if (body !== undefined && Buffer.byteLength(body) > maxBytes) throw tooLarge(url)
  const end = new AbortController()
  const forget = watchDeadline(deadline, () => end.abort())
  try {
    const found = await exchange({
      origin: url.origin,
      method,
      path: url.pathname + url.search,
      headers,
      timeoutMs: deadline.timeoutMs,
      maxBytes,
      signal: end.signal,
      ...(body !== undefined && { body }),
    })
    if (found.kind !== 'answered') throw unreached(url, reason(found.error), found.error)
    if (found.answer.isTooLarge) throw tooLarge(url)
    if (!found.answer.isWhole) throw unreached(url, 'the response was truncated')
    return found.answer
  } finally {
    forget()
  }
}

function unreached({ host }: URL, why: string, cause?: unknown): OperationError {
  return new OperationError('network', `the state backend at ${host} could not be reached: ${why}`, {
    help: isUntrusted(cause)
      ? 'set NODE_EXTRA_CA_CERTS to the file of the certificate authority, and try again'
      : 'check the network connection, and try again',
  })
}

/** Whether the certificate of the server is from an authority that Node does not know. */
function isUntrusted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && untrusted.has(error.code)
}

const untrusted: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

function tooLarge({ host }: URL): OperationError {
  return new OperationError('state', `the state at ${host} is larger than ${maxBytes / 1024 / 1024} MiB`, {
    help: 'move it into git, which stores each document once: scenewright state move --to git',
  })
}
