import { createServer, type IncomingMessage } from 'node:http'
import { afterFile } from '../clean-up.ts'

/** A comment as a host holds it. */
interface Held {
  readonly id: number
  body: string
  /** `bot` is whose token is used. */
  readonly by: 'bot' | 'person'
}

/** As much of a host as a comment needs, with pages of two. */
export interface FakeHost {
  readonly url: string
  readonly comments: Held[]
  /** Each request as `METHOD /path`, without those that only ask. */
  readonly writes: string[]
  /** What it answers to who may call it before it does as it is asked, in turn. */
  readonly replies: Reply[]
  /** The environment of a run that is of pull request 7. */
  readonly env: Readonly<Record<string, string>>
}

export const token = 'secret-token-1234567890'

export interface Reply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly value?: unknown
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly page: number
  readonly body: string
}

/** GitHub, where the token of a job may not ask who it is. */
export async function startGithub(): Promise<FakeHost> {
  const replies: Reply[] = []
  const { comments, writes, reply } = holder('/repos/o/r/issues/7/comments', '/repos/o/r/issues/comments/', 'PATCH')
  const url = await listening(async request => {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, value: { message: 'Bad credentials' } }
    const first = replies.shift()
    if (first !== undefined) return first
    if (request.url === '/user') return { status: 403, value: { message: 'Resource not accessible by integration' } }
    const { status, page, isLast, found } = reply(await asked(request))
    const headers: Record<string, string> = isLast
      ? {}
      : { link: `<https://elsewhere.invalid/?page=${page + 1}>; rel="next"` }
    const value = found.map(({ id, body, by }) => ({
      id,
      body,
      user: { login: by, type: by === 'bot' ? 'Bot' : 'User' },
    }))
    return { status, headers, value }
  })
  const env = { GITHUB_API_URL: url, GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: token, GITHUB_ACTIONS: 'true' }
  return { url, comments, writes, replies, env }
}

/** GitLab. */
export async function startGitlab(): Promise<FakeHost> {
  const replies: Reply[] = []
  const notes = '/projects/5/merge_requests/7/notes'
  const { comments, writes, reply } = holder(notes, `${notes}/`, 'PUT')
  const url = await listening(async request => {
    if (request.headers['private-token'] !== token) return { status: 401, value: { message: '401 Unauthorized' } }
    const first = replies.shift()
    if (first !== undefined) return first
    if (request.url === '/user') return { status: 200, value: { id: 2 } }
    const { status, page, isLast, found } = reply(await asked(request))
    const value = found.map(({ id, body, by }) => ({ id, body, author: { id: by === 'bot' ? 2 : 1 } }))
    return { status, headers: { 'x-next-page': isLast ? '' : String(page + 1) }, value }
  })
  const env = {
    CI_API_V4_URL: url,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '7',
    SCENEWRIGHT_GITLAB_TOKEN: token,
    GITLAB_CI: 'true',
  }
  return { url, comments, writes, replies, env }
}

/** A host that answers everything in one way. */
export function startAnswering(reply: Reply): Promise<string> {
  return listening(async () => reply)
}

/** Holds comments behind a list and the addresses of each. */
function holder(list: string, each: string, method: string) {
  const comments: Held[] = []
  const writes: string[] = []
  const reply = (request: Asked) => {
    const none = { page: request.page, isLast: true, found: [] }
    if (request.method === 'GET') {
      if (request.path !== list) return { ...none, status: 404 }
      const found = comments.slice((request.page - 1) * 2, request.page * 2)
      return { status: 200, page: request.page, isLast: request.page * 2 >= comments.length, found }
    }
    writes.push(`${request.method} ${request.path}`)
    const { body } = JSON.parse(request.body)
    if (body.length > 65_536) return { ...none, status: 422 }
    const held = comments.find(({ id }) => request.path === `${each}${id}`)
    if (request.method === method && held !== undefined) held.body = body
    else if (request.method === 'POST' && request.path === list)
      comments.push({ id: comments.length + 1, body, by: 'bot' })
    else return { ...none, status: 404 }
    return { ...none, status: 200 }
  }
  return { comments, writes, reply }
}

async function asked(request: IncomingMessage): Promise<Asked> {
  let body = ''
  for await (const chunk of request) body += chunk
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
  return { method: request.method ?? '', path: pathname, page: Number(searchParams.get('page') ?? 1), body }
}

async function listening(answer: (request: IncomingMessage) => Promise<Reply>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, headers, value } = await answer(request)
    response.writeHead(status, headers).end(value === undefined ? '' : JSON.stringify(value))
  })
  afterFile(() => new Promise(resolve => server.close(resolve)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}
