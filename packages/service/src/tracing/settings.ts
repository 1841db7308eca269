import { OperationError } from '@scenewright/model'

/** The variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

const encodings = ['http/protobuf', 'http/json'] as const
const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const
/** Those of the standard: an environment for many services lists several. All but the first are ignored. */
const propagators = ['tracecontext', 'baggage', 'b3', 'b3multi', 'jaeger', 'xray', 'ottrace', 'none'] as const

/** Where and how spans are exported. */
export interface TracingSettings {
  /** The address for spans, including its path. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly encoding: (typeof encodings)[number]
  /** The attributes of the service, such as its name. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: { readonly kind: (typeof samplers)[number]; readonly ratio: number }
  /** Whether `traceparent` is accepted from callers and sent to others. */
  readonly propagates: boolean
  /** At most `queue` spans wait; they are sent every `delayMs`, at most `size` at once. */
  readonly batch: { readonly queue: number; readonly delayMs: number; readonly size: number }
}

const defaultEndpoint = 'http://localhost:4318'

/**
 * The settings in the standard variables OTEL_…; undefined if they name no exporter. Throws an OperationError `usage` for
 * an invalid value. An empty variable is an absent one.
 */
export function readTracingSettings(environment: Environment = {}): TracingSettings | undefined {
  const read = (name: string) => environment[`OTEL_${name}`]?.trim() || undefined
  const exporter = read('TRACES_EXPORTER')?.toLowerCase()
  const base = read('EXPORTER_OTLP_ENDPOINT')
  const own = read('EXPORTER_OTLP_TRACES_ENDPOINT')
  if (exporter === 'none' || (exporter === undefined && base === undefined && own === undefined)) return undefined
  if (oneOf(['true', 'false'], read('SDK_DISABLED') ?? 'false', 'OTEL_SDK_DISABLED') === 'true') return undefined
  if (exporter !== undefined) oneOf(['otlp', 'none'], exporter, 'OTEL_TRACES_EXPORTER')
  const protocol = read('EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('EXPORTER_OTLP_PROTOCOL') ?? encodings[0]
  const propagation = (read('PROPAGATORS') ?? 'tracecontext').split(',')
  const queue = countOf(read('BSP_MAX_QUEUE_SIZE'), 2048, 'OTEL_BSP_MAX_QUEUE_SIZE')
  return {
    endpoint: own === undefined ? below(base ?? defaultEndpoint) : addressOf(own).href,
    headers: readHeaders(read('EXPORTER_OTLP_TRACES_HEADERS') ?? read('EXPORTER_OTLP_HEADERS')),
    timeoutMs: countOf(
      read('EXPORTER_OTLP_TRACES_TIMEOUT') ?? read('EXPORTER_OTLP_TIMEOUT'),
      10_000,
      'OTEL_EXPORTER_OTLP_TIMEOUT',
    ),
    encoding: oneOf(encodings, protocol, 'OTEL_EXPORTER_OTLP_PROTOCOL'),
    resource: {
      'service.name': 'scenewright',
      ...readList(read('RESOURCE_ATTRIBUTES'), 'OTEL_RESOURCE_ATTRIBUTES'),
      ...(read('SERVICE_NAME') !== undefined && { 'service.name': read('SERVICE_NAME') ?? '' }),
    },
    sampler: {
      kind: oneOf(samplers, read('TRACES_SAMPLER') ?? samplers[0], 'OTEL_TRACES_SAMPLER'),
      ratio: ratioOf(read('TRACES_SAMPLER_ARG')),
    },
    propagates: propagation.map(name => oneOf(propagators, name.trim(), 'OTEL_PROPAGATORS')).includes('tracecontext'),
    batch: {
      queue,
      delayMs: countOf(read('BSP_SCHEDULE_DELAY'), 5000, 'OTEL_BSP_SCHEDULE_DELAY'),
      size: batchOf(read('BSP_MAX_EXPORT_BATCH_SIZE'), queue),
    },
  }
}

/** The address for spans below that of a collector. */
function below(base: string): string {
  const address = addressOf(base)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/v1/traces`
  return address.href
}

function addressOf(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address !== undefined && /^https?:$/.test(address.protocol) && address.username === '') return address
  // The address is not repeated, because it may contain a password.
  throw invalid('OTEL_EXPORTER_OTLP_ENDPOINT', 'an http or https address without credentials')
}

function oneOf<Name extends string>(names: readonly Name[], value: string, variable: string): Name {
  const found = names.find(name => name === value.toLowerCase())
  if (found === undefined) throw invalid(variable, names.map(name => `"${name}"`).join(' or '))
  return found
}

function countOf(value: string | undefined, fallback: number, variable: string): number {
  if (value === undefined) return fallback
  if (!/^[1-9]\d{0,8}$/.test(value)) throw invalid(variable, 'a whole number above 0')
  return Number(value)
}

function batchOf(value: string | undefined, queue: number): number {
  const variable = 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'
  const size = countOf(value, Math.min(queue, 512), variable)
  if (size > queue) throw invalid(variable, `at most ${queue}, the value of OTEL_BSP_MAX_QUEUE_SIZE`)
  return size
}

function ratioOf(value: string | undefined): number {
  const ratio = Number(value ?? 1)
  if (ratio >= 0 && ratio <= 1) return ratio
  throw invalid('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1')
}

/** A list such as `a=1,b=2`, whose values are percent-encoded. */
function readList(text: string | undefined, variable: string): Readonly<Record<string, string>> {
  const entries = (text ?? '').split(',').filter(part => part.trim() !== '')
  return Object.fromEntries(
    entries.map(part => {
      const at = part.indexOf('=')
      try {
        if (at < 1) throw new Error('There is no name.')
        return [part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())]
      } catch {
        throw invalid(variable, 'a list such as name=value,name=value')
      }
    }),
  )
}

/** Such a list of headers that can be sent. */
function readHeaders(text: string | undefined): Readonly<Record<string, string>> {
  const variable = 'OTEL_EXPORTER_OTLP_HEADERS'
  const headers = readList(text, variable)
  try {
    new Headers(headers)
  } catch {
    throw invalid(variable, 'a list of headers such as name=value,name=value')
  }
  return headers
}

/** Without the value, which may be a secret. */
function invalid(variable: string, expected: string): OperationError {
  return new OperationError('usage', `The variable ${variable} is invalid.`, { help: `It must be ${expected}.` })
}
