import type { FastifyInstance } from 'fastify'
import type { CompletionAcceptance } from '../resources/completions/accept.ts'
import type { Completion } from '../resources/completions/table.ts'

/** Numbers, names of the code, ids, and hosts: never texts, addresses or credentials of customers. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** The beginning of a span. */
export interface SpanOptions {
  readonly name: string
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes?: SpanAttributes
  /** The header `traceparent` of the span that caused it; default: the span of the work in progress. */
  readonly parent?: string | null | undefined
  /** When it began; default: now. */
  readonly startedAt?: Date
}

/** A part of the work on a request, with its duration. */
export interface Span {
  /** The value of the header `traceparent` for the work that this span causes; undefined if nothing is traced. */
  readonly context: string | undefined
  /** The headers for a request to others. */
  readonly headers: Readonly<Record<string, string>>
  set(attributes: SpanAttributes): void
  /** Marks it as failed; `kind` is the name of an error or a status, without any text of others. */
  fail(kind: string): void
  end(): void
}

/** Records spans. None of its functions fails or waits for the collector, except `close`. */
export interface Tracing {
  /** Whether anything is traced. */
  readonly isOn: boolean
  /** Begins a span that its caller ends. */
  begin(options: SpanOptions): Span
  /** Runs work whose own spans are children of a span. */
  within<Result>(span: Span | undefined, work: () => Result): Result
  /** Runs work in a span that ends with it. */
  run<Result>(options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Sends what is recorded, within a limit of time. Never rejects. */
  close(): Promise<void>
}

const noSpan: Span = { context: undefined, headers: {}, set: () => {}, fail: () => {}, end: () => {} }

/** Records nothing. */
export const noTracing: Tracing = {
  isOn: false,
  begin: () => noSpan,
  within: (_span, work) => work(),
  run: (_options, work) => work(noSpan),
  close: async () => {},
}

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** Begins a span with each request of the API, and ends it with the response. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.decorateRequest('span', undefined)
  if (!tracing.isOn) return
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? ''
    if (!route.startsWith('/api/')) return done()
    const parent = typeof headers.traceparent === 'string' ? headers.traceparent : null
    const attributes = { 'http.request.method': method, 'http.route': route }
    request.span = tracing.begin({ name: `${method} ${route}`, kind: 'server', parent, attributes })
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    span?.set({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
}

/** The same fetch, with a span for each request, and the header `traceparent` in it. */
export function tracedFetch(tracing: Tracing, name: string, send: typeof fetch): typeof fetch {
  if (!tracing.isOn) return send
  return (input, init) => {
    const request = new Request(input, { ...init, signal: null, body: null })
    const attributes = { 'http.request.method': request.method, ...serverAttributes(new URL(request.url)) }
    return tracing.run({ name, kind: 'client', attributes }, async span => {
      const { headers } = request
      for (const [key, value] of Object.entries(span.headers)) if (!headers.has(key)) headers.set(key, value)
      const response = await send(input, { ...init, headers })
      span.set({ 'http.response.status_code': response.status })
      if (!response.ok) span.fail(String(response.status))
      return response
    })
  }
}

/** The host and the port of an address; its path and query may contain secrets or data of customers. */
export function serverAttributes({ hostname, port, protocol }: URL): SpanAttributes {
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** Accepts completions in a span, whose context is stored with them. */
export function tracedAcceptance(tracing: Tracing, accept: CompletionAcceptance): CompletionAcceptance {
  if (!tracing.isOn) return accept
  return accepted => {
    const attributes = completionAttributes(accepted.completion)
    return tracing.run({ name: 'completion accept', kind: 'internal', attributes }, ({ context = null }) =>
      accept({ ...accepted, completion: { ...accepted.completion, traceparent: context } }),
    )
  }
}

/** Runs the work on a completion. */
export type TraceAnswer = <Result extends { readonly answer: { readonly status: string } }>(
  completion: Completion,
  answer: () => Promise<Result>,
) => Promise<Result>

/** Records how long a completion waited, and how long its answer took, in the trace of the request for it. */
export function createAnswerTrace(tracing: Tracing): TraceAnswer {
  if (!tracing.isOn) return (_completion, answer) => answer()
  return ({ id, bot_id, traceparent: parent, created_at: startedAt, attempts }, answer) => {
    const attributes = { ...completionAttributes({ id, bot_id }), 'scenewright.attempt': attempts }
    tracing.begin({ name: 'completion claim', kind: 'internal', parent, startedAt, attributes }).end()
    return tracing.run({ name: 'completion answer', kind: 'consumer', parent, attributes }, async span => {
      const result = await answer()
      const { status } = result.answer
      span.set({ 'scenewright.status': status })
      if (status === 'ERROR') span.fail(status)
      return result
    })
  }
}

/** The ids of a completion. */
export function completionAttributes({ id, bot_id }: { readonly id: string; readonly bot_id: string }): SpanAttributes {
  return { 'scenewright.completion.id': id, 'scenewright.bot.id': bot_id }
}
