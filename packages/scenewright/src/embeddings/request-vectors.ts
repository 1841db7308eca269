import { setTimeout } from 'node:timers/promises'
import { type Exchange, exchange, retryAfterMs } from '@scenewright/client'
import type { Endpoint } from './endpoint.ts'
import { readVectors } from './read-vectors.ts'
import { refusal, unanswered } from './refusal.ts'

/** How often a request is sent at the most, where the endpoint is only busy. */
const mostAttempts = 4

/** Milliseconds before the second attempt, where the endpoint does not say; twice as long before each further one. */
const firstPause = 250

/** An endpoint that asks for more patience than this, in milliseconds, is not waited for. */
const longestPause = 30_000

/**
 * Asks the endpoint for the vectors of texts, in their order. One that is busy is asked again, after as long as it says;
 * a refusal or an answer that is not what it must be is an OperationError. Rejects at once when the signal is aborted.
 */
export async function requestVectors(
  endpoint: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    const found = await send(endpoint, texts, signal)
    signal.throwIfAborted()
    if (found.kind === 'answered' && found.answer.status === 200)
      return readVectors(found.answer, texts.length, endpoint)
    const pause = attempt < mostAttempts ? pauseAfter(found, attempt) : undefined
    if (pause === undefined)
      throw found.kind === 'answered' ? refusal(found.answer, endpoint) : unanswered(found, endpoint)
    await setTimeout(pause, undefined, { signal })
  }
}

function send(endpoint: Endpoint, input: readonly string[], signal: AbortSignal): Promise<Exchange> {
  const { origin, path, model, dimensions, key, timeoutMs } = endpoint
  return exchange({
    origin,
    method: 'POST',
    path,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, input, encoding_format: 'float', ...(dimensions !== undefined && { dimensions }) }),
    timeoutMs,
    signal,
  })
}

/** Undefined where to ask again would change nothing. */
function pauseAfter(found: Exchange, attempt: number): number | undefined {
  const usual = firstPause * 2 ** (attempt - 1)
  if (found.kind !== 'answered') return found.kind === 'lost' && !isTimeOut(found.error) ? usual : undefined
  const { status, headers } = found.answer
  if (status !== 429 && status < 500) return undefined
  const asked = retryAfterMs(headers['retry-after'], Date.now()) ?? usual
  return asked <= longestPause ? asked : undefined
}

/** As `exchange` calls it. */
function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'time-out'
}
