import type { Answer, Exchange } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { type Endpoint, keyVariable } from './endpoint.ts'

/** Characters of the endpoint's own words that go into an error. */
const quotedLength = 200

/** The error that the endpoint answered with something else than vectors: what it says, and what to do. */
export function refusal({ status, text }: Answer, endpoint: Endpoint): OperationError {
  const { url } = endpoint
  if (status >= 300 && status < 400) {
    return new OperationError('service', `"${url}" redirects (${status}), which is not followed`, {
      help: 'give the address that it leads to as the url of the scorer',
    })
  }
  // Redacted before it is shortened, so that no half of a secret is left at the end.
  const said = redact(wordsOf(text), endpoint).replace(/\s+/g, ' ').trim()
  const words = said.length > quotedLength ? `${said.slice(0, quotedLength)}…` : said
  const message = `"${url}" gave no embeddings (${status})${words === '' ? '' : `: ${words}`}`
  return new OperationError('service', message, { help: helpFor(status, endpoint) })
}

/** The error that no answer came. */
export function unanswered({ error }: Exclude<Exchange, { kind: 'answered' }>, endpoint: Endpoint): OperationError {
  const { url, timeoutMs } = endpoint
  const why = redact(reason(error), endpoint)
  // A new error: the one that came may hold the request with its key.
  const cause = new Error(why)
  if (why === 'time-out') {
    return new OperationError('network', `"${url}" gave no embeddings within ${timeoutMs} ms`, {
      help: 'raise "timeout_ms" of the scorer, or lower its "batch"',
      cause,
    })
  }
  return new OperationError('network', `"${url}" cannot be asked for embeddings: ${why}`, {
    help: 'check that the endpoint runs there; `scorer: lexical` in the config needs none',
    cause,
  })
}

function helpFor(status: number, { model, key }: Endpoint): string {
  if (status === 401 || status === 403) {
    return key === undefined ? `set ${keyVariable} to a key of the endpoint` : `check the key in ${keyVariable}`
  }
  if (status === 404) return `check the url of the scorer, and that the endpoint has the model "${model}"`
  if (status === 429) return 'the endpoint is asked too often: try again later'
  if (status >= 500) return 'try again later; a lower "batch" of the scorer is easier on the endpoint'
  return 'check the model of the scorer and its dimensions; a lower "batch" makes requests smaller'
}

/** The message of an error as OpenAI-compatible endpoints shape it, else the whole text. */
function wordsOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : body
    if (typeof error === 'string') return error
    if (typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string') {
      return error.message
    }
  } catch {
    // It is no JSON.
  }
  return text
}

function redact(text: string, { key }: Endpoint): string {
  return key === undefined ? text : text.replaceAll(key, '[redacted]')
}

/** Why a request had no answer, in words. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error.message || ('code' in error ? String(error.code) : error.name)
}
