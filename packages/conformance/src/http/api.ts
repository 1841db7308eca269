import type { Connection, Request } from './connection.ts'
import type { Reply } from './reply.ts'

/** The credentials of an account. */
export interface Account {
  readonly email: string
  readonly apiKey: string
}

/** Sends requests for an account. Paths are relative to /api/v1. */
export interface Api {
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  patch(path: string, body?: unknown): Promise<Reply>
  /** Sent unchanged; the headers are added to that of the account. */
  raw(request: Request): Promise<Reply>
}

/** The authorization header of an account. */
export function basic(email: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

/** Sends requests for this account; each response is passed to `onReply`. */
export function createApi(connection: Connection, account: Account, onReply: (reply: Reply) => void): Api {
  const authorization = basic(account.email, account.apiKey)
  const raw = async ({ path, headers, ...request }: Request) => {
    const reply = await connection.send({ ...request, path: `/api/v1${path}`, headers: { authorization, ...headers } })
    onReply(reply)
    return reply
  }
  const withBody = (method: string) => (path: string, body?: unknown) =>
    body === undefined
      ? raw({ method, path })
      : raw({ method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { raw, get: path => raw({ method: 'GET', path }), post: withBody('POST'), patch: withBody('PATCH') }
}
