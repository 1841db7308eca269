import { signal } from '@preact/signals'
import type { EditRefusal } from '@scenewright/model/compilation'
import { asSentence } from './texts.tsx'

const storageKey = 'scenewright-studio-token'

/**
 * Where the token is for a reload and for new tabs: storage of this origin, so of this port. No later studio accepts it.
 * The name `localhost` may lead to another program that listens on the port, so there only this tab has the token.
 */
const storage = location.hostname === '127.0.0.1' ? localStorage : sessionStorage

/** Reads the token from the address once, and removes it from there and from the history. */
function readToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null) return storage.getItem(storageKey) ?? ''
  history.replaceState(null, '', `${location.pathname}#/scenarios`)
  return given
}

const token = readToken()

// The printed address, opened in a tab that shows a studio already, changes nothing but the hash.
addEventListener('hashchange', () => {
  if (new URLSearchParams(location.hash.slice(1)).has('token')) location.reload()
})

/** Whether the server has refused the token: then nothing can be loaded. */
export const isRefused = signal(false)

/** A request that the server refused, or that did not reach it: then the status is 0. Its texts are sentences. */
export class RequestError extends Error {
  readonly status: number
  readonly help: string | undefined
  /** With the status 409: the text that the file has now. */
  readonly text: string | undefined
  readonly hash: string | undefined
  readonly refusal: EditRefusal | undefined

  constructor(status: number, body: ErrorBody) {
    super(asSentence(body.error?.message ?? `the server answered ${status}`))
    const help = body.error?.help
    this.status = status
    this.help = help && asSentence(help)
    this.text = body.text
    this.hash = body.hash
    this.refusal = body.error?.refusal
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly help?: string; readonly refusal?: EditRefusal }
  readonly text?: string
  readonly hash?: string
}

/** Sends a request with the token. Throws a `RequestError` for any answer that is no success. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const response = await fetch(path, { ...init, headers, cache: 'no-store' }).catch(() => {
    throw new RequestError(0, { error: { message: 'the server does not answer', help: 'is it still running?' } })
  })
  if (response.ok) {
    // Only an accepted token is kept: any site can link to this page with a wrong one, which must not replace it.
    storage.setItem(storageKey, token)
    return response
  }
  if (response.status === 401) isRefused.value = true
  throw new RequestError(response.status, await response.json().catch(() => ({})))
}

/** Reads an answer. The page and its server are of the same version, so that its type is what the caller names. */
export async function get<Answer>(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const query = new URLSearchParams(parameters).toString()
  const response = await request(query === '' ? path : `${path}?${query}`)
  return response.json()
}

/** Sends a body as JSON, and reads the answer. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}
