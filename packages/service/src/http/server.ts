import { isUtf8 } from 'node:buffer'
import type { AddressInfo, Socket } from 'node:net'
import { OperationError } from '@scenewright/model'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify'
import type { Account } from '../accounts/table.ts'
import { readId } from '../database/identifiers.ts'
import type { Meters } from '../metrics/metrics.ts'
import { routes } from '../resources/routes.ts'
import type { ReadBot } from '../runtime/data-loaders.ts'
import type { ServiceContext } from '../runtime/service-context.ts'
import { createTimeLimit, type TimeLimit, type Timers } from '../runtime/timers.ts'
import { type Tracing, traceRequests } from '../tracing/tracing.ts'
import type { Authorize, RateLimit } from './authorization.ts'
import { addHealthRoutes, type HealthOptions } from './health.ts'
import { bodyLimit, HttpError, replyWithError, retryAfter, toErrorBody } from './http-error.ts'
import { checkJsonShape, checkJsonValue, maxElements, rejectUnknownFields } from './json-body.ts'
import { createRequestIds, observeRequests, requestIdHeader } from './log.ts'
import { openApiDocument } from './openapi.ts'
import type { Route } from './route.ts'
import type { JsonSchema } from './schema.ts'
import {
  checkEncoding,
  compileValidator,
  readHeaders,
  readQuery,
  rejectMalformedRequests,
  validationMessage,
} from './validation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined
    readBot: ReadBot | undefined
    bodyText: string
    /** The size of the body that was read, in bytes. */
    bodySize: number
    operation: Operation | undefined
  }
}

/** What is read of an operation before its handler runs. Fastify's own options are collected anew for each reading. */
interface Operation {
  readonly path: string
  readonly needsBodyText: boolean
  readonly maxElements: number
}

/** How long a client may take to send its request, in milliseconds. */
const requestTimeoutMs = 30_000

/** The longest id in a path, in characters: more than the head of a request has room for. */
const maxParameterLength = 65_536

/** Options of the HTTP server. */
interface ServerOptions {
  /** One proxy is in front of the service and adds the address of the client. */
  readonly behindProxy: boolean
  readonly logger: FastifyServerOptions['logger']
  readonly meters: Meters
  readonly tracing: Tracing
}

/** The dependencies of the operations. */
interface OperationOptions {
  readonly service: ServiceContext
  readonly authorize: Authorize
  readonly rateLimit: RateLimit
  /** Unknown fields of bodies are ignored rather than rejected. */
  readonly ignoreUnknownFields: boolean
  readonly health: HealthOptions
  readonly timers: Timers
  /** How long the authorization of a request may take, and then its operation, in milliseconds. */
  readonly handlerTimeoutMs: number
  /** Whether new requests are rejected with 503. */
  readonly isClosing: () => boolean
}

/** An HTTP server without operations: it reads JSON, logs, and reports errors in a single shape. */
export function createServer(options: ServerOptions): FastifyInstance {
  const server = fastify({
    bodyLimit,
    http: {
      // By default Node would reject it with an empty body.
      requireHostHeader: false,
      // By default Node looks only every 30 seconds for requests that take too long, and it exchanges the limits of the
      // head and of the whole request if that of the head is longer.
      connectionsCheckingInterval: requestTimeoutMs / 10,
      headersTimeout: requestTimeoutMs,
    },
    requestTimeout: requestTimeoutMs,
    // A longer id is unknown, like any other.
    routerOptions: { maxParamLength: maxParameterLength },
    // Only the nearest hop: the client can forge the others.
    trustProxy: options.behindProxy ? (_address: string, hop: number) => hop === 0 : false,
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than the line that it writes.
    childLoggerFactory: logger => logger,
    genReqId: createRequestIds(options.behindProxy),
    // On a kept connection, the client gets a JSON error, and can still read the health of the service.
    return503OnClosing: false,
    schemaErrorFormatter: (errors, part) => new Error(validationMessage(errors, part)),
    // Without a route, no hook runs.
    frameworkErrors(error, request, reply) {
      addCommonHeaders(request, reply)
      replyWithError(error, request, reply)
    },
    clientErrorHandler: rejectConnection,
  })
  server.setValidatorCompiler(compileValidator)
  readJsonBodies(server)
  server.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(request, reply)
    done()
  })
  rejectMalformedRequests(server)
  server.decorateRequest('account', undefined)
  server.decorateRequest('readBot', undefined)
  server.decorateRequest('bodyText', '')
  server.decorateRequest('bodySize', 0)
  server.decorateRequest('operation', undefined)
  server.setErrorHandler(replyWithError)
  server.setNotFoundHandler((request, reply) => {
    void reply.code(404).send(toErrorBody(404, `Unknown operation ${request.method} ${pathOf(request.url)}.`))
  })
  observeRequests(server, options.meters)
  traceRequests(server, options.tracing)
  return server
}

/** The headers of every response to a request that could be read. */
function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(requestIdHeader, request.id)
  // Responses contain texts of customers, and change with every request.
  reply.header('cache-control', 'no-store')
}

/** Adds all operations, the health of the service, and the OpenAPI document. */
export function addOperations(server: FastifyInstance, options: OperationOptions): void {
  let document: string | undefined
  server.get('/openapi.json', (_request, reply) => {
    // It never changes, and anybody may ask for it.
    document ??= JSON.stringify(openApiDocument())
    return reply.type('application/json; charset=utf-8').send(document)
  })
  addHealthRoutes(server, options.health)
  server.register(async api => addRoutes(api, options), { prefix: '/api/v1' })
}

/** The path of an address: a query may contain a customer's message. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const forbiddenKey = 'The body has an object with the key "__proto__".'

/** Only JSON in UTF-8 is accepted. An empty body is an absent one. */
function readJsonBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'ignore')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const { operation } = request
    const limit = operation?.maxElements ?? maxElements.usual
    const fault = findEncodingFault(request, body) ?? findShapeFault(body, limit)
    if (fault !== undefined) return done(fault)
    const text = body.toString()
    if (operation?.needsBodyText === true) request.bodyText = text
    request.bodySize = body.length
    parse(request, text, (error, value) => {
      if (error !== null) return done(new HttpError(400, isJson(text) ? forbiddenKey : 'The body is not valid JSON.'))
      try {
        checkJsonValue(value)
        done(null, value)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    })
  })
}

/** The reason why a body is not plain UTF-8; undefined if it is. */
function findEncodingFault({ headers }: FastifyRequest, body: Buffer): HttpError | undefined {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers
  if (encoding.trim().toLowerCase() !== 'identity') {
    return new HttpError(415, 'The body must not be compressed.', { 'accept-encoding': 'identity' })
  }
  // Nearly every client sends this.
  if (type === 'application/json' && isUtf8(body)) return undefined
  const charset = /;\s*charset="?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8'
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) return new HttpError(415, 'The body must be JSON in UTF-8.')
  return isUtf8(body) ? undefined : new HttpError(400, 'The body is not valid UTF-8.')
}

/** The reason why a body is not parsed; undefined if it is. */
function findShapeFault(body: Buffer, limit: number): Error | undefined {
  try {
    checkJsonShape(body, limit)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function addRoutes(api: FastifyInstance, options: OperationOptions): void {
  const { timers, handlerTimeoutMs } = options
  const late = () => new HttpError(503, 'The request took too long; try again later.', { 'retry-after': retryAfter })
  // The work itself continues. Fastify has a limit of its own, which ends with the body of a request.
  const inTime = createTimeLimit(timers, handlerTimeoutMs, late)
  for (const route of routes) addRoute(api, route, { ...options, inTime })
}

/** A hook without a promise of its own, because it runs for nearly every request. */
function authorizeRequest({ authorize, rateLimit, timers, isClosing, inTime }: RouteOptions, needsBot: boolean) {
  return (request: FastifyRequest, done: (error?: Error) => void): void => {
    if (isClosing()) return void done(new HttpError(503, 'The service is shutting down.', { 'retry-after': '1' }))
    const readAt = timers.now()
    // The router's parameters are parts of the address.
    const botId = needsBot ? readId((request.params as { readonly uniqueId: string }).uniqueId) : undefined
    inTime(authorize(onlyAuthorization(request), request.ip, botId))
      .then(({ account, bot }) => {
        rateLimit.take(account.id)
        request.account = account
        if (bot !== undefined) request.readBot = { bot, readAt }
      })
      .then(() => done(), done)
  }
}

/** The header Authorization; undefined if there are several, since a proxy may have checked another one. */
function onlyAuthorization({ headers, raw: { rawHeaders } }: FastifyRequest): string | undefined {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 13 && name.toLowerCase() === 'authorization') count += 1
  }
  return count === 1 ? headers.authorization : undefined
}

/** The options of all operations. */
type RouteOptions = OperationOptions & { readonly inTime: TimeLimit }

function addRoute(api: FastifyInstance, route: Route, options: RouteOptions): void {
  const { service, ignoreUnknownFields, inTime } = options
  const { headers, body, query } = route
  const url = route.url.replaceAll(/\{(\w+)\}/g, ':$1')
  const operation: Operation = {
    path: `${api.prefix}${url}`,
    needsBodyText: route.needsBodyText ?? false,
    maxElements: route.maxElements ?? maxElements.usual,
  }
  const authorize = authorizeRequest(options, route.needsBot ?? false)
  const headerNames = Object.keys(headers?.properties ?? {})
  api.route({
    method: route.method,
    url,
    onRequest(request, _reply, done) {
      request.operation = operation
      authorize(request, done)
    },
    schema: {
      ...(body !== undefined && { body: ignoreUnknownFields ? body : rejectUnknownFields(body) }),
      ...(headers !== undefined && { headers }),
      ...(query !== undefined && { querystring: query }),
      response: { [route.status]: route.response },
    },
    ...(query !== undefined && { preValidation: readOwnQuery(query) }),
    handler: async (request, reply) => {
      const { account, readBot, params, headers: allHeaders, query: asked, body: sent, bodyText } = request
      // The authorization hook runs before every operation.
      if (account === undefined) throw new Error('A request came by without authorization.')
      reply.code(route.status)
      const asking = {
        account,
        readBot,
        parameters: params,
        headers: headers === undefined ? nothing : readHeaders(headerNames, allHeaders),
        query: query === undefined ? nothing : asked,
        body: sent,
        bodyText,
        warn: (message: string) =>
          void reply.header('warning', [reply.getHeader('warning') ?? [], `299 - ${quotedString(message)}`].flat()),
      }
      const handle = () => inTime(service.tracing.within(request.span, () => route.handle(asking, service)))
      const { adds } = route
      const added = adds && { [adds]: 1, bytes: request.bodySize }
      const answer = await (added === undefined ? handle() : service.quotas.adding(account.id, added, handle))
      if (route.method === 'DELETE') service.quotas.noteDeletion(account.id)
      return answer
    },
  })
}

/** The maximum length of a warning: many clients and proxies fail if the headers exceed a few kilobytes. */
const maxWarningLength = 1000

/** The beginning of a text as a quoted string of a header. */
function quotedString(text: string): string {
  const shown = text.length <= maxWarningLength ? text : `${text.slice(0, maxWarningLength)}...`
  return JSON.stringify(shown.replaceAll(/[^ -~]/gu, '?'))
}

/** The query or headers of an operation without any. */
const nothing = {} as const

/** A hook without its own promise, because it runs for nearly every request. */
function readOwnQuery(schema: JsonSchema) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      checkEncoding(request.url)
      request.query = readQuery(schema, request.query)
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

/** The statuses of requests that Node itself rejects, by the code of its error; all others are 400. */
const connectionErrors: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too large.'],
}

/** Invalid HTTP gets the same error shape. */
function rejectConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const [status, message] = connectionErrors[error.code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const content = toErrorBody(status, message)
  const body = JSON.stringify(content)
  const length = Buffer.byteLength(body)
  const head = `HTTP/1.1 ${status} ${content.error}\r\nContent-Type: application/json\r\nContent-Length: ${length}`
  socket.end(`${head}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`)
}

/** How long a close waits for requests in progress, in milliseconds. */
const shutdownDeadlineMs = 2000

/**
 * Starts to listen; resolves with the address. Rejects with an OperationError `service` if the port is not available.
 */
export async function listen(
  server: FastifyInstance,
  { host, port = 0 }: { readonly host: string; readonly port?: number },
): Promise<string> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new OperationError('service', `The service cannot listen on ${host}, port ${port}.`, {
      cause: error,
      help: isTaken
        ? 'The port is already in use. Stop the other program, or name another port with --port (0 picks a free one).'
        : `Check --host and --port: ${error instanceof Error ? error.message : error}`,
    })
  }
  // A server that listens on a port has this kind of address.
  const { address, family, port: actual } = server.server.address() as AddressInfo
  const name = host === 'localhost' ? host : family === 'IPv6' ? `[${address}]` : address
  return `http://${name}:${actual}`
}

/** Finishes the requests in progress; incomplete requests are cut off. */
export async function closeServer(server: FastifyInstance, timers: Timers): Promise<void> {
  const cancel = timers.after(shutdownDeadlineMs, () => server.server.closeAllConnections())
  await server.close()
  cancel()
}
