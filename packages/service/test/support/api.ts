import type { IssuedAccount } from '../../src/index.ts'

/** An answer; its body as the JSON that came. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of it
  readonly body: any
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Asks a service in the name of an account. `path` stands below /api/v1. */
export interface Api {
  (method: Method, path: string, body?: unknown): Promise<Reply>
  /** A body that is sent as it stands. */
  raw(
    method: Method,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

export function basic(email: string, key: string): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
}

export function createApi(url: string, { email, api_key }: IssuedAccount): Api {
  const authorization = basic(email, api_key)
  const raw: Api['raw'] = (method, path, body, headers = { 'content-type': 'application/json' }) =>
    ask(`${url}/api/v1${path}`, { method, headers: { authorization, ...headers }, body })
  const api = (method: Method, path: string, body?: unknown) =>
    body === undefined
      ? ask(`${url}/api/v1${path}`, { method, headers: { authorization } })
      : raw(method, path, JSON.stringify(body))
  return Object.assign(api, { raw })
}

export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
