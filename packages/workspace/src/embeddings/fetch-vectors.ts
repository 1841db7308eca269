import { setTimeout } from 'node:timers/promises'
import { type Answer, type Exchange, exchange, reason, retryAfterMs } from '@scenewright/client'
import { isObject, OperationError } from '@scenewright/model'
import { shorten } from '@scenewright/model/text'
import { readEmbeddings } from '@scenewright/simulator/embeddings'
import { type Endpoint, keyVariable } from './endpoint.ts'

/** The maximum number of attempts while the endpoint is busy. */
const maxAttempts = 4

/** The default delay before the second attempt, in milliseconds, doubled before each further one. */
const firstPause = 250

/** The longest delay that an endpoint may ask for, in milliseconds; a longer one is a failure. */
const maxPauseMs = 30_000

/** The number of concurrent requests. */
const lanes = 2

/** The callback for each batch, and the signal that stops fetching. */
export interface FetchOptions {
  readonly signal: AbortSignal
  onBatch(texts: readonly string[], vectors: readonly Float32Array[]): void
}

/** Fetches the vectors of texts in batches, a few at once. The first failure cancels the others. */
export async function fetchVectors(
  endpoint: Endpoint,
  texts: readonly string[],
  { signal, onBatch }: FetchOptions,
): Promise<void> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const batches = splitBatches(texts, endpoint.batch)
  let next = 0
  const lane = async () => {
    for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
      onBatch(batch, await requestVectors(endpoint, batch, either))
    }
  }
  const running = Array.from({ length: lanes }, lane)
  try {
    await Promise.all(running)
  } finally {
    failed.abort(new Error('another batch failed'))
    await Promise.allSettled(running)
  }
}

function splitBatches(texts: readonly string[], size: number): readonly (readonly string[])[] {
  const count = Math.ceil(texts.length / size)
  return Array.from({ length: count }, (_batch, at) => texts.slice(at * size, (at + 1) * size))
}

/**
 * Requests the vectors of texts from the endpoint, in order. If it is busy, the request is repeated after the requested
 * delay; a rejection or an invalid response is an OperationError. Rejects at once if the signal is aborted.
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
    const pause = attempt < maxAttempts ? pauseAfter(found, attempt) : undefined
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

/** Undefined if a retry would change nothing. */
function pauseAfter(found: Exchange, attempt: number): number | undefined {
  const usual = firstPause * 2 ** (attempt - 1)
  if (found.kind !== 'answered') return found.kind === 'lost' && !isTimeOut(found.error) ? usual : undefined
  const { status, headers } = found.answer
  if (status !== 429 && status < 500) return undefined
  const wanted = retryAfterMs(headers['retry-after'], Date.now()) ?? usual
  return wanted <= maxPauseMs ? wanted : undefined
}

/** As `exchange` calls it. */
function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'time-out'
}

/**
 * The vectors of a response, in the order of the texts sent. Anything but one finite vector per text, all of the same
 * length, is an OperationError `service`.
 */
function readVectors(answer: Answer, count: number, endpoint: Endpoint): readonly Float32Array[] {
  if (!answer.isWhole) {
    throw wrong(endpoint, 'was truncated, too slow, or larger than 16 MB', 'lower "batch", or raise "timeout_ms"')
  }
  const found = readEmbeddings(parsed(answer.text), { count, dimensions: endpoint.dimensions })
  if (found.kind === 'fault') throw wrong(endpoint, found.fault)
  return found.vectors
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function wrong({ url, model }: Endpoint, what: string, help?: string): OperationError {
  return new OperationError('service', `the answer of "${url}" for the model "${model}" ${what}`, {
    help: help ?? 'the url must be the base URL of an OpenAI-compatible API, and the model must be an embedding model',
  })
}

/** The maximum length of the endpoint's message in an error. */
const quotedLength = 200

/** The error that the response contains no vectors, with the endpoint's message and advice. */
function refusal({ status, text }: Answer, endpoint: Endpoint): OperationError {
  const { url } = endpoint
  if (status >= 300 && status < 400) {
    return new OperationError('service', `"${url}" redirects (${status}); redirects are not followed`, {
      help: 'set the url of the scorer to the target address',
    })
  }
  // Redacted before it is shortened, so that no part of a secret remains at the end.
  const reported = redact(errorMessage(text), endpoint).replace(/\s+/g, ' ').trim()
  const words = shorten(reported, quotedLength)
  const message = `"${url}" returned no embeddings (${status})${words === '' ? '' : `: ${words}`}`
  return new OperationError('service', message, { help: helpFor(status, endpoint) })
}

/** The error for a missing response. */
function unanswered({ error }: Exclude<Exchange, { kind: 'answered' }>, endpoint: Endpoint): OperationError {
  const { url, timeoutMs } = endpoint
  const why = redact(reason(error), endpoint)
  // Creates a new error, because the original may contain the request with its key.
  const cause = new Error(why)
  if (why === 'time-out') {
    return new OperationError('network', `"${url}" returned no embeddings within ${timeoutMs} ms`, {
      help: 'raise "timeout_ms" of the scorer, or lower its "batch"',
      cause,
    })
  }
  return new OperationError('network', `"${url}" could not be reached for embeddings: ${why}`, {
    help: 'check that the endpoint is running, or use `scorer: lexical` in the config',
    cause,
  })
}

function helpFor(status: number, { model, key }: Endpoint): string {
  if (status === 401 || status === 403) {
    return key === undefined ? `set ${keyVariable} to a key of the endpoint` : `check the key in ${keyVariable}`
  }
  if (status === 404) return `check the url of the scorer, and that the endpoint has the model "${model}"`
  if (status === 429) return 'too many requests to the endpoint: try again later'
  if (status >= 500) return 'try again later, or lower "batch" of the scorer'
  return 'check the model of the scorer and its dimensions; a lower "batch" makes requests smaller'
}

/** The message of an error in the format of OpenAI-compatible endpoints, else the whole text. */
function errorMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const error = isObject(body) && 'error' in body ? body.error : body
    if (typeof error === 'string') return error
    if (isObject(error) && typeof error.message === 'string') {
      return error.message
    }
  } catch {
    // It is not JSON.
  }
  return text
}

function redact(text: string, { key }: Endpoint): string {
  return key === undefined ? text : text.replaceAll(key, '[redacted]')
}
