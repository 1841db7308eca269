import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { folderWith, scenewright } from './run.ts'

const bin = fileURLToPath(new URL('../../../node_modules/.bin/scenewright', import.meta.url))

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** The local service as its users run it: a process of its own, on a free port. */
export interface LocalService {
  readonly url: string
  readonly process: ChildProcess
  /** Environment variables that hold the credentials. */
  readonly env: Record<string, string>
  post(path: string, body: object): Promise<Record<string, unknown>>
}

/** Makes an account in a new data folder, or in the given one, and starts the service there. */
export async function startLocalService(data?: string, options: readonly string[] = []): Promise<LocalService> {
  const cwd = data ?? (await folderWith({}))
  const made = await scenewright(
    ['service', 'init', '--data', cwd, '--email', 'team@example.com', '--format', 'json'],
    { cwd },
  )
  const { email, api_key } = JSON.parse(made.stdout)
  const { url, process } = await startProcess(cwd, options)
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  return {
    url,
    process,
    env: { SCENEWRIGHT_EMAIL: email, SCENEWRIGHT_API_KEY: api_key },
    async post(path, body) {
      const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
      const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as Record<string, unknown>
    },
  }
}

/** Starts the service on a data folder; promises its address once it answers. */
async function startProcess(data: string, options: readonly string[]): Promise<{ url: string; process: ChildProcess }> {
  const process = spawn(bin, ['service', 'start', '--data', data, '--port', '0', '--format', 'json', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: data,
  })
  children.add(process)
  process.once('exit', () => children.delete(process))
  for await (const line of createInterface({ input: process.stdout })) {
    const event = JSON.parse(line)
    if (event.event === 'ready') return { url: event.url, process }
  }
  throw new Error('the service ended before it was ready')
}

/** Promises the exit code, or the signal that ended a process. */
export function ended(process: ChildProcess): Promise<number | string | null> {
  return new Promise(resolve => process.once('exit', (code, signal) => resolve(code ?? signal)))
}

/** A receiver of webhooks; `next` promises the body of the next one. */
export async function receiveWebhooks(): Promise<{ url: string; next(): Promise<Webhook> }> {
  const arrived: Webhook[] = []
  const waiting: ((webhook: Webhook) => void)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(204).end()
    const webhook = JSON.parse(body)
    const taker = waiting.shift()
    if (taker === undefined) arrived.push(webhook)
    else taker(webhook)
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    next: () =>
      new Promise(resolve => (arrived.length > 0 ? resolve(arrived.shift() as Webhook) : waiting.push(resolve))),
  }
}

export interface Webhook {
  readonly response: { readonly message: string }
  readonly meta: { readonly unique_id: string; readonly bot_unique_id: string; readonly meta?: object }
  readonly type: string
  readonly error: boolean
}
