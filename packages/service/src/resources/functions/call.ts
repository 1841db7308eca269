import { BlockedTargetError } from '../../egress/egress.ts'
import { RejectedResponseError } from '../../egress/guarded-fetch.ts'
import { type Timers, withTimeout } from '../../runtime/timers.ts'
import { type Arguments, FunctionCallError, fill, fillBody, fillUrl } from './fill.ts'
import type { HeaderVault } from './header-vault.ts'
import type { BotFunction, StoredHeader } from './table.ts'
import type { UntrustedWork } from './untrusted-work.ts'

/** The dependencies of function calls. */
export interface FunctionCallDependencies {
  /** The guarded fetch. */
  readonly fetch: typeof fetch
  /** Absent if the service has no key file. */
  readonly vault: HeaderVault | undefined
  readonly untrusted: UntrustedWork
  readonly timers: Timers
}

/** On whose account a function is called, and when the call has to end. */
interface CallOptions extends FunctionCallDependencies {
  readonly account: string
  readonly signal?: AbortSignal
}

/** The result of a call, for the model: the text of the requested field, or the reason for a failure. */
export type FunctionResult =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** The maximum length of a model's arguments, in characters of JSON. */
const maxArguments = 65_536

/**
 * Calls a function of a bot with arguments from a model. A reason contains neither a header's value nor an address.
 * Rejects only if `signal` is aborted, with its reason.
 */
export async function callFunction(called: BotFunction, args: unknown, options: CallOptions): Promise<FunctionResult> {
  try {
    return { kind: 'value', value: await call(called, args, options) }
  } catch (error) {
    options.signal?.throwIfAborted()
    return { kind: 'refused', reason: reasonOf(error, called) }
  }
}

async function call(
  called: BotFunction,
  given: unknown,
  { fetch, vault, untrusted, timers, account, signal }: CallOptions,
): Promise<string> {
  const args = argumentsOf(given)
  if (called.strict) await untrusted.check(account, called.input_schema_json, args)
  const url = fillUrl(called.request_url, args)
  const text = await withTimeout(timers, called.timeout_ms, async late => {
    const response = await fetch(url, {
      ...requestOf(called, args, vault),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new FunctionCallError(`The service answered ${response.status}.`)
    }
    return readText(response, called.max_response_bytes)
  })
  return untrusted.pick(account, text, called.response_path)
}

function argumentsOf(given: unknown): Arguments {
  const args = given ?? {}
  if (typeof args !== 'object' || Array.isArray(args)) throw new FunctionCallError('The arguments must be an object.')
  if (JSON.stringify(args).length > maxArguments) throw new FunctionCallError('The arguments are too long.')
  return { ...args }
}

/** GET has no body, even if there is a template. */
function requestOf(called: BotFunction, args: Arguments, vault: HeaderVault | undefined): RequestInit {
  const headers = new Headers()
  for (const [name, value] of fillHeaders(called.headers, args, vault)) headers.append(name, value)
  if (!headers.has('accept')) headers.set('accept', 'application/json, */*;q=0.5')
  const method = called.request_method
  if (method === 'GET' || called.request_body_template === '') return { method, headers }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return { method, headers, body: fillBody(called.request_body_template, args) }
}

function reasonOf(error: unknown, { timeout_ms }: BotFunction): string {
  if (error instanceof FunctionCallError || error instanceof RejectedResponseError) return error.message
  if (error instanceof BlockedTargetError) return 'The address of the service is none that may be called.'
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `The service did not answer within ${timeout_ms} ms.`
  }
  // `fetch` reports network failures as a TypeError with a cause.
  if (error instanceof TypeError && error.cause !== undefined) return 'The service could not be reached.'
  throw error
}

/** The text of a response. Rejects with a FunctionCallError after `maxBytes`, and stops reading. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new FunctionCallError(`The service answered with more than ${maxBytes} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The decrypted headers of a call. Throws a FunctionCallError, which contains no value. */
export function fillHeaders(
  headers: readonly StoredHeader[],
  args: Arguments,
  vault: HeaderVault | undefined,
): readonly (readonly [name: string, value: string])[] {
  return headers.flatMap(header => {
    if (!header.is_enabled || header.sealed === null) return []
    return [[header.header_name, fillValue(header, open(header, header.sealed, vault), args)] as const]
  })
}

function open({ id, header_name }: StoredHeader, sealed: string, vault: HeaderVault | undefined): string {
  try {
    if (vault !== undefined) return vault.open(sealed, id)
  } catch {
    // It was encrypted with another key, which is the same as no value.
  }
  throw new FunctionCallError(`The value of the header "${header_name}" cannot be opened here.`)
}

function fillValue({ header_name }: StoredHeader, template: string, args: Arguments): string {
  const isWhole = /^\{[^{}]*\}$/.test(template)
  return fill(template, args, (value, name) => {
    const isFit = isWhole ? /^[ -~]*$/.test(value) : /^[!#-+\--:<-[\]-~]*$/.test(value)
    if (isFit) return value
    throw new FunctionCallError(
      `The argument "${name}" contains characters that the header "${header_name}" cannot contain.`,
    )
  })
}
