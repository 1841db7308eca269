import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { OperationError } from '@scenewright/model'
import type { StudioEvent } from '../protocol.ts'
import type { Route, StreamRoute } from '../route.ts'
import { routes } from '../routes/index.ts'
import type { Studio } from '../studio.ts'
import { type Guard, requireOwnPage, requireToken } from './guard.ts'
import { HttpError } from './http-error.ts'
import { notFound, sendPage } from './page.ts'
import { readBody } from './read-body.ts'
import { errorAnswer, headersFor, sendJson } from './respond.ts'

/** How long a client may take, in milliseconds, and how many connections it may have. */
interface ServerLimits {
  readonly headersMs: number
  readonly requestMs: number
  readonly connections: number
}

const defaultLimits: ServerLimits = { headersMs: 10_000, requestMs: 60_000, connections: 100 }

/** Long, because a browser does not repeat a POST over a connection that the server closes at the same time. */
const keepAliveTimeout = 600_000

/** The maximum number of bytes that wait for a client which does not read its events. */
const maxWaiting = 16 * 1024 * 1024

interface ServerOptions {
  /** 0 picks a free one. */
  readonly port: number
  readonly token: string
  readonly limits?: Partial<ServerLimits>
  /** Called with an error that is a bug. */
  readonly onError: (error: unknown) => void
}

/** A server that listens on this machine alone. */
export interface StudioServer {
  readonly port: number
  /** Resolves when nothing is done for a request any more. */
  close(): Promise<void>
}

/** Starts the server of a studio. A port that is in use is an OperationError. */
export async function serveStudio(studio: Studio, options: ServerOptions): Promise<StudioServer> {
  const { headersMs, requestMs, connections } = { ...defaultLimits, ...options.limits }
  const guard: { hosts: readonly string[]; readonly token: string } = { hosts: [], token: options.token }
  const running = new Set<Promise<void>>()
  const run = (request: IncomingMessage, response: ServerResponse) => {
    const done = handle(studio, guard, request, response)
      .catch(options.onError)
      .finally(() => running.delete(done))
    running.add(done)
  }
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout,
      connectionsCheckingInterval: Math.max(10, Math.min(headersMs, requestMs) / 2),
      insecureHTTPParser: false,
    },
    run,
  )
  server.maxConnections = connections
  await listen(server, options.port)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  guard.hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  return {
    port,
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await Promise.all(running)
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${error.message}`
      const help = 'choose another one with --port, or none for any free port'
      reject(new OperationError('network', `the port ${port} ${why}`, { help, cause: error }))
    })
    server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve)
  })
}

async function handle(studio: Studio, guard: Guard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await answer(studio, guard, request, response)
  } catch (error) {
    const known = errorAnswer(error)
    // After Ctrl-C, work in progress rejects with this reason, perhaps before the connection is closed.
    const { signal } = studio.invocation
    const isEnded = signal.aborted && error === signal.reason
    // A client that goes away ends a request. One that was read completely is destroyed, too.
    const isGone = isEnded || response.destroyed || (request.destroyed && !request.complete)
    if (isEnded || response.headersSent || response.destroyed) response.destroy()
    else if (known !== undefined) sendJson(response, known.status, known.answer)
    else sendJson(response, 500, { error: { code: 'internal', message: 'the studio has a bug: see its terminal' } })
    if (known === undefined && !isGone) throw error
  }
}

async function answer(studio: Studio, guard: Guard, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requireOwnPage(request, guard)
  const { method = '', url = '' } = request
  // Absolute addresses are for proxies. Paths are compared as they are: none needs decoding.
  const [path = '', query = ''] = url.split('?', 2)
  if (!path.startsWith('/api/')) {
    if (method !== 'GET') throw wrongMethod()
    sendPage(path, request, response)
    return
  }
  requireToken(request, guard)
  const route = findRoute(method, path)
  if ('writes' in route && studio.isReadOnly) {
    throw new HttpError(403, 'read-only', 'the studio is read-only', { help: 'start it without --read-only to edit' })
  }
  const asked = { query: new URLSearchParams(query), body: method === 'POST' ? await readBody(request) : {} }
  if ('stream' in route) sendEvents(response, send => route.stream(studio, asked, send))
  else sendJson(response, 200, await route.answer(studio, asked))
}

function findRoute(method: string, path: string): Route {
  const there = routes.filter(route => route.path === path)
  if (there.length === 0) throw notFound()
  const route = there.find(each => each.method === method)
  if (route === undefined) throw wrongMethod()
  return route
}

function wrongMethod(): HttpError {
  return new HttpError(405, 'method', 'the path does not have this method')
}

type Stream = (send: (event: StudioEvent) => void) => ReturnType<StreamRoute['stream']>

function sendEvents(response: ServerResponse, stream: Stream): void {
  response.writeHead(200, headersFor('application/x-ndjson'))
  const send = (event: StudioEvent) => {
    if (response.destroyed) return
    response.write(`${JSON.stringify(event)}\n`)
    if (response.writableLength > maxWaiting) response.destroy()
  }
  const stop = stream(send)
  response.once('close', stop)
}
