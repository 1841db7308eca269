import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shortLived } from '../../../test/short-lived.ts'
import { sharedCluster, withoutPostgres } from '../../service/test/support/postgres-cluster.ts'
import { afterFile, afterProcess } from './clean-up.ts'
import { folderWith, scenewright } from './run.ts'

const bin = fileURLToPath(new URL('../../../node_modules/.bin/scenewright', import.meta.url))

/** The local service as its users run it: a process of its own, on a free port. */
export interface LocalService {
  readonly url: string
  readonly process: ChildProcess
  readonly account: Account
  /** Environment variables that hold the credentials. */
  readonly env: Record<string, string>
  post(path: string, body: object): Promise<Record<string, unknown>>
}

let shared: Promise<LocalService> | undefined

/**
 * A service for all files of this process: each test makes bots of its own, and none stops it. Its database is on
 * PostgreSQL where there is one, which takes less processor time.
 */
export function localService(): Promise<LocalService> {
  shared ??= startForProcess()
  return shared
}

async function startForProcess(): Promise<LocalService> {
  const data = mkdtempSync(join(tmpdir(), 'scenewright-service-'))
  const databaseUrl = withoutPostgres ? undefined : await (await sharedCluster()).newDatabase()
  const service = await (databaseUrl === undefined ? startService({ data }) : startOnPostgres(data, databaseUrl))
  afterProcess(() => service.process.kill('SIGKILL'))
  return service
}

interface Start {
  /** The data folder; a new one where absent. */
  readonly data?: string
  readonly options?: readonly string[]
  /** Variables besides those of this process. */
  readonly variables?: Readonly<Record<string, string>>
  /** Whose account the data holds; where absent it gets one. */
  readonly account?: Account
}

/** A service of the test's own. */
export async function startLocalService(start: Start = {}): Promise<LocalService> {
  const service = await startService({ ...start, data: start.data ?? (await folderWith({})) })
  afterFile(() => service.process.kill('SIGKILL'))
  return service
}

async function startService({
  data,
  options = [],
  variables = {},
  account,
}: Start & { readonly data: string }): Promise<LocalService> {
  const owner = account ?? (await addAccount(data))
  return localServiceOf(await startProcess(data, ['--data', data, ...options], variables), owner)
}

async function startOnPostgres(folder: string, databaseUrl: string): Promise<LocalService> {
  const database = ['--database-url', databaseUrl]
  const args = ['service', 'init', ...database, '--email', 'team@example.com', '--format', 'json']
  const { stdout } = await scenewright(args, { cwd: folder })
  const owner: Account = JSON.parse(stdout)
  return localServiceOf(await startProcess(folder, [...database, '--key-file', join(folder, 'header.key')]), owner)
}

function localServiceOf({ url, child }: StartedProcess, { email, api_key }: Account): LocalService {
  const authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
  return {
    url,
    process: child,
    account: { email, api_key },
    env: { SCENEWRIGHT_EMAIL: email, SCENEWRIGHT_API_KEY: api_key },
    async post(path, body) {
      const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
      const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as Record<string, unknown>
    },
  }
}

interface Account {
  readonly email: string
  readonly api_key: string
}

/** Fills an empty data folder with a database that has an account: a copy, since it takes seconds to make one. */
async function addAccount(data: string): Promise<Account> {
  // It imports the sources of the service, which few files need.
  const { copyWorld } = await import('../../service/test/support/data-folder.ts')
  const { owner } = await copyWorld(data)
  return owner
}

/** A service that answers. */
interface StartedProcess {
  readonly url: string
  readonly child: ChildProcess
}

async function startProcess(
  cwd: string,
  options: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<StartedProcess> {
  const own = ['--port', '0', '--allow-loopback-webhooks', '--format', 'json']
  const child = spawn(bin, ['service', 'start', ...own, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { ...process.env, ...shortLived, ...variables },
  })
  // Not inherited: if Vitest kills this process, it waits until nobody has its standard error any more.
  child.stderr.pipe(process.stderr)
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line)
    if (event.event === 'ready') return { url: event.url, child }
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
  afterFile(() => new Promise(resolve => server.close(resolve)))
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
