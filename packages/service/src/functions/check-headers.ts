import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Refusal } from '../http/refusal.ts'

/** Headers that belong to the connection, or that say where it leads and how long the body is. */
const forbidden = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Throws a Refusal 400 for a header that a function may not send. Its message never holds a value. */
export function checkHeaders(
  headers: readonly { readonly header_name: string; readonly value?: string | null }[],
): void {
  for (const { header_name, value } of headers) {
    if (!holds(() => validateHeaderName(header_name)))
      throw new Refusal(400, `"${header_name}" is no name of a header.`)
    if (forbidden.has(header_name.toLowerCase())) {
      throw new Refusal(400, `The header "${header_name}" is forbidden: it is the connection's own.`)
    }
    if (!holds(() => validateHeaderValue(header_name, value ?? ''))) {
      throw new Refusal(400, `The value of the header "${header_name}" holds what no header can.`)
    }
  }
}

function holds(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
