// Loaded only by a service that exports traces.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Span as ApiSpan,
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { type Timers, waitAtMost, withTimeout } from '../runtime/timers.ts'
import type { TracingSettings } from './settings.ts'
import type { Span, SpanOptions, Tracing } from './tracing.ts'

/** How long a close waits for the collector, in milliseconds. */
const closeLimitMs = 2000
/** The maximum length of an attribute, in characters. */
const maxAttributeLength = 256

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** The dependencies of the export. */
interface ExportOptions {
  /** Reaches the collector. */
  readonly fetch: typeof fetch
  readonly timers: Timers
  /** Called with the first of successive failures. */
  readonly onError: (error: unknown) => void
}

/**
 * Records spans with the official SDK, and sends them in batches with OTLP over HTTP. Spans that the collector does not
 * accept are dropped, and so are those beyond the limit of the queue.
 */
export function createTracing(settings: TracingSettings, options: ExportOptions): Tracing {
  const { timers } = options
  const { batch } = settings
  const exporter = createExporter(settings, options)
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: batch.queue,
    scheduledDelayMillis: batch.delayMs,
    maxExportBatchSize: batch.size,
    // Longer than the limit of a request, which ends it first.
    exportTimeoutMillis: settings.timeoutMs * 2,
  })
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(settings.resource)),
    sampler: samplerOf(settings.sampler),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('scenewright')
  const current = new AsyncLocalStorage<Span>()

  const contextOf = (parent: string | undefined): Context => {
    const spanContext = parent === undefined ? null : parseTraceParent(parent)
    if (spanContext === null || !isSpanContextValid(spanContext)) return ROOT_CONTEXT
    return trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, isRemote: true })
  }
  const begin = ({ name, kind, attributes = {}, parent, startedAt }: SpanOptions): Span => {
    const given = kind === 'server' && !settings.propagates ? null : parent
    const cause = given === undefined ? current.getStore()?.context : (given ?? undefined)
    const options = { kind: kinds[kind], attributes, ...(startedAt && { startTime: startedAt }) }
    return toSpan(tracer.startSpan(name, options, contextOf(cause)), settings.propagates)
  }
  return {
    isOn: true,
    begin,
    within: (span, work) => (span === undefined ? work() : current.run(span, work)),
    async run(options, work) {
      const span = begin(options)
      try {
        return await current.run(span, () => work(span))
      } catch (error) {
        // A message may quote an address or a text of customers.
        span.fail(error instanceof Error ? error.name : 'Error')
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      const ended = provider.shutdown().catch(() => {})
      await waitAtMost(timers, closeLimitMs, ended)
      exporter.abort()
      await ended
    },
  }
}

function toSpan(span: ApiSpan, propagates: boolean): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const context = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  return {
    context,
    headers: propagates ? { traceparent: context } : {},
    set: attributes => void span.setAttributes(attributes),
    fail(kind) {
      span.setAttribute('error.type', kind)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}

function samplerOf({ kind, ratio }: TracingSettings['sampler']): Sampler {
  const root = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  }
  switch (kind) {
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: root.always_on })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: root.always_off })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root.traceidratio })
    default:
      return root[kind]
  }
}

interface AbortableExporter extends SpanExporter {
  /** Ends the request in progress, and sends nothing more. */
  abort(): void
}

function createExporter(
  { endpoint, headers, timeoutMs, encoding }: TracingSettings,
  { fetch, timers, onError }: ExportOptions,
): AbortableExporter {
  const [serializer, type] =
    encoding === 'http/json'
      ? [JsonTraceSerializer, 'application/json']
      : [ProtobufTraceSerializer, 'application/x-protobuf']
  const aborted = new AbortController()
  let isFailing = false
  const send = (spans: ReadableSpan[]) =>
    withTimeout(timers, timeoutMs, async late => {
      const signal = AbortSignal.any([late, aborted.signal])
      signal.throwIfAborted()
      const bytes = serializer.serializeRequest(spans)
      if (bytes === undefined) throw new Error('The spans could not be encoded.')
      const body = new Uint8Array(bytes)
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
        signal,
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The collector of traces answered ${response.status}.`)
    })
  return {
    export(spans, done: (result: ExportResult) => void) {
      send(spans).then(
        () => {
          isFailing = false
          done({ code: ExportResultCode.SUCCESS })
        },
        error => {
          if (!isFailing) onError(error)
          isFailing = true
          done({ code: ExportResultCode.FAILED })
        },
      )
    },
    async shutdown() {},
    abort() {
      aborted.abort()
    },
  }
}
