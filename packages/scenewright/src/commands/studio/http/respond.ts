import type { ServerResponse } from 'node:http'
import { OperationError } from '@scenewright/model'
import type { ErrorAnswer } from '../protocol.ts'
import { HttpError } from './http-error.ts'

/** The headers of every answer. */
const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const

const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What the page may load: its own files, and nothing inline. */
const pagePolicy = `${apiPolicy}; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'`

/** The headers of an answer with this type. Pages may run their own scripts, and data nothing. */
export function headersFor(type: string): Readonly<Record<string, string>> {
  const policy = type.startsWith('application/') ? apiPolicy : pagePolicy
  return { ...always, 'content-type': type, 'content-security-policy': policy }
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  const text = JSON.stringify(value)
  // A refused request may have a body that nobody reads, after which the connection cannot be used.
  const close = status >= 400 ? { connection: 'close' } : {}
  response.writeHead(status, {
    ...headersFor('application/json'),
    'content-length': Buffer.byteLength(text),
    ...close,
  })
  response.end(text)
}

/** The status and the answer for an error; undefined for a bug. */
export function errorAnswer(error: unknown): { readonly status: number; readonly answer: ErrorAnswer } | undefined {
  if (error instanceof HttpError) {
    const { status, code, message, help, more } = error
    const { refusal, ...others } = { refusal: undefined, ...more }
    return { status, answer: { error: described({ code, message, help, refusal }), ...others } }
  }
  if (!(error instanceof OperationError)) return undefined
  const { code, message, help } = error
  return { status: 422, answer: { error: described({ code, message, help }) } }
}

function described({ help, refusal, ...error }: { code: string; message: string; help?: unknown; refusal?: unknown }) {
  return {
    ...error,
    ...(typeof help === 'string' && { help }),
    ...(typeof refusal === 'string' && { refusal }),
  }
}
