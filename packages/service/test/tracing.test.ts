import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import type { ServiceOptions } from '../src/index.ts'
import { machineTimers } from '../src/runtime/timers.ts'
import { readTracingSettings } from '../src/tracing/settings.ts'
import { startTracing } from '../src/tracing/start-tracing.ts'
import { tracedFetch } from '../src/tracing/tracing.ts'
import { answered } from './support/answered.ts'
import { startCollector } from './support/collector.ts'
import { newOwnedPlace, type OwnedPlace } from './support/databases.ts'
import { startModelServer } from './support/model-server.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createHeldTime } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

// Each test makes a bot of its own.
let place: OwnedPlace
beforeAll(async () => {
  place = await newOwnedPlace()
})

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** The word that all secrets, texts and addresses of these tests contain: no trace may contain it. */
const secret = 'Tr0ub4dor'

/** A trace of a caller. */
const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const traceparent = (flags = '01') => `00-${caller.trace}-${caller.span}-${flags}`

async function collector(...respond: Parameters<typeof startCollector>) {
  const started = await startCollector(...respond)
  closing.push(started.close)
  return started
}

/** A service that exports to a collector, if it has an address; and all that it reaches. */
async function startTraced(
  endpoint: string | undefined,
  environment: Readonly<Record<string, string>> = {},
  options: Partial<ServiceOptions> = {},
) {
  const model = await startModelServer(({ text }, before) =>
    before === 0 && text.includes('find_order')
      ? { call: 'find_order', args: { id: secret } }
      : { say: `Two years, ${secret}.` },
  )
  closing.push(model.close)
  const receiver = await startReceiver()
  closing.push(receiver.close)
  const world = await startWorld(place, {
    environment: {
      ...(endpoint && { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }),
      ...environment,
    },
    providers: {
      llm_provider_a: { url: model.url, version: 'small', allowPrivate: true, apiKey: `sk-${secret}` },
    },
    ...options,
  })
  return { ...world, model, receiver }
}

type Traced = Awaited<ReturnType<typeof startTraced>>

/** Sends a message, with the headers of a caller, and waits until its result has arrived. */
async function ask({ api, receiver }: Pick<Traced, 'api' | 'receiver'>, bot: string, headers: Record<string, string>) {
  const before = receiver.received.length
  const body = JSON.stringify({ prompt: `Where is ${secret}?`, meta: { secret } })
  const all = { 'content-type': 'application/json', ...headers }
  const { status, body: accepted } = await api.raw('POST', `/bots/${bot}/completion`, body, all)
  expect(status).toBe(201)
  await receiver.waitFor(before + 1)
  return accepted.unique_id
}

const createTracedBot = ({ api, receiver }: Pick<Traced, 'api' | 'receiver'>) =>
  createBot(api, { name: secret, tools_enabled: true, webhook_url: `${receiver.url}/${secret}?token=${secret}` })

/** Tracing without a service. */
function startOwnTracing(url: string, environment: Readonly<Record<string, string>> = {}) {
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...environment }
  const onError = (error: unknown) => {
    throw error
  }
  return startTracing(all, { timers: machineTimers, onError })
}

test('the way of a completion is one trace with the request of the caller, from acceptance to delivery', async () => {
  const { url, spans, resource, requests } = await collector()
  const environment = {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20collector',
    OTEL_SERVICE_NAME: 'bots',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  }
  const world = await startTraced(url, environment)
  const bot = await createTracedBot(world)
  const completion = await ask(world, bot, { traceparent: traceparent() })
  await world.close()

  expect(requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-api-key': 'of the collector' } })
  expect(resource()).toMatchObject({ 'service.name': 'bots', 'deployment.environment': 'test' })
  const own = spans().filter(({ traceId }) => traceId === caller.trace)
  const named = (name: string) => own.filter(span => span.name === name)
  const [request] = named('POST /api/v1/bots/:uniqueId/completion')
  const [accept] = named('completion accept')
  const [answer] = named('completion answer')
  const ids = { 'scenewright.completion.id': completion, 'scenewright.bot.id': bot }
  expect(request).toMatchObject({
    parentSpanId: caller.span,
    kind: 2,
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201 },
  })
  expect(accept).toMatchObject({ parentSpanId: request?.spanId, attributes: ids })
  expect(named('completion claim')).toMatchObject([{ parentSpanId: accept?.spanId, attributes: ids }])
  expect(answer).toMatchObject({ parentSpanId: accept?.spanId, attributes: { 'scenewright.status': 'SUCCESS' } })
  const { hostname, port } = new URL(world.model.url)
  const server = { 'server.address': hostname, 'server.port': Number(port) }
  expect(named('provider request')).toMatchObject([
    { parentSpanId: answer?.spanId, kind: 3, attributes: { ...server, 'http.response.status_code': 200 } },
  ])
  expect(named('completion deliver')).toMatchObject([
    { parentSpanId: accept?.spanId, kind: 3, attributes: { ...ids, 'http.response.status_code': 200 } },
  ])
  const [deliver] = named('completion deliver')
  expect(world.receiver.received[0]?.headers.traceparent).toBe(`00-${caller.trace}-${deliver?.spanId}-01`)
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of own)
    expect(BigInt(to)).toBeGreaterThanOrEqual(BigInt(from))
})

test('no span contains a secret, a text or an address', async () => {
  const { url, spans, requests } = await collector()
  const resolve = ((_name: string, _options: object, done: (error: Error) => void) => {
    done(new Error(`There is no ${secret}.`))
  }) as typeof lookup
  const world = await startTraced(url, {}, { resolve })
  const bot = await createTracedBot(world)
  const { status } = await world.api('POST', '/bot-tools', {
    bot_unique_id: bot,
    name: 'find_order',
    description: secret,
    request_method: 'GET',
    request_url: `https://shop.example.com/${secret}/{id}`,
    input_schema_json: { type: 'object', properties: { id: { type: 'string' } } },
    headers: [{ header_name: 'X-Key', value: secret, is_secret: true }],
  })
  expect(status).toBe(201)
  await ask(world, bot, {
    traceparent: traceparent(),
    tracestate: `vendor=${secret}`,
    baggage: `customer=${secret}`,
    'user-agent': secret,
  })
  await world.api('GET', `/completion-log/journal?search=${secret}`)
  await world.api('GET', `/bots/${secret}`)
  await world.close()
  const names = new Set(spans().map(({ name }) => name))
  expect(names).toContain('function call')
  expect(names).toContain('GET /api/v1/bots/:uniqueId')
  const bytes = Buffer.concat(requests.map(request => request.bytes)).toString()
  const { api_key, email } = world.account
  expect(bytes).not.toMatch(new RegExp(`${secret}|${api_key}|${email}|whsec_`, 'i'))
  expect(JSON.stringify(requests.map(({ headers }) => headers))).not.toContain(secret)
})

test('a function gets the trace, unless it has a header of that name', async () => {
  const { url, spans } = await collector()
  const called: unknown[] = []
  const shop = createServer(({ headers }, response) => {
    called.push(headers.traceparent)
    response.end('{}')
  })
  await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve))
  closing.push(() => void shop.close())
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const tracing = await startOwnTracing(url)
  const fetch = tracedFetch(tracing, 'function call', createGuardedFetch({ allowedOrigins: [origin] }))
  await tracing.run({ name: 'outer', kind: 'internal', parent: traceparent() }, async () => {
    await (await fetch(origin)).text()
    await (await fetch(new Request(origin, { headers: { traceparent: 'own' } }))).text()
  })
  await tracing.close()
  const [first] = spans().filter(({ name }) => name === 'function call')
  expect(called).toEqual([`00-${caller.trace}-${first?.spanId}-01`, 'own'])
})

test('a message of a dialogue, answered later, and a second attempt belong to the trace of its request', async () => {
  const { url, spans } = await collector()
  let status = 503
  const receiver = await startReceiver(() => ({ status }))
  closing.push(receiver.close)
  const world = await startTraced(url)
  const bot = await createBot(world.api, { gpt_model: 'llm_provider_b', webhook_url: receiver.url })
  const { body: dialogue } = await world.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 0 })
  const body = JSON.stringify({ prompt: 'Hello', dialogue_id: dialogue.unique_id })
  const headers = { 'content-type': 'application/json', traceparent: traceparent() }
  await world.api.raw('POST', `/bots/${bot}/completion`, body, headers)
  await receiver.waitFor(1)
  status = 200
  await receiver.waitFor(2)
  await world.close()
  const attempts = spans().filter(({ name }) => name === 'completion deliver')
  expect(attempts).toMatchObject([
    { traceId: caller.trace, status: { code: 2 }, attributes: { 'error.type': 'again', 'scenewright.attempt': 1 } },
    { traceId: caller.trace, attributes: { 'scenewright.attempt': 2 } },
  ])
})

describe('sampling and propagation', () => {
  test.each<readonly [sampler: string, argument: string, sampled: readonly string[]]>([
    ['parentbased_always_on', '', ['root', 'sampled']],
    ['parentbased_always_off', '', ['sampled']],
    ['parentbased_traceidratio', '0', ['sampled']],
    ['always_on', '', ['root', 'sampled', 'unsampled']],
    ['always_off', '', []],
    ['traceidratio', '0', []],
  ])('the sampler %s %s exports %j', async (sampler, argument, sampled) => {
    const { url, requests, spans } = await collector()
    const tracing = await startOwnTracing(url, { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument })
    tracing.begin({ name: 'root', kind: 'server', parent: null }).end()
    tracing.begin({ name: 'sampled', kind: 'server', parent: traceparent('01') }).end()
    tracing.begin({ name: 'unsampled', kind: 'server', parent: traceparent('00') }).end()
    await tracing.close()
    expect(spans().map(({ name }) => name)).toEqual(sampled)
    expect(requests).toHaveLength(sampled.length === 0 ? 0 : 1)
  })

  test('without propagators, no header is accepted or sent', async () => {
    const { url, spans } = await collector()
    const world = await startTraced(url, { OTEL_PROPAGATORS: 'none' })
    const bot = await createTracedBot(world)
    await ask(world, bot, { traceparent: traceparent() })
    await world.close()
    expect(world.receiver.received[0]?.headers.traceparent).toBeUndefined()
    const deliveries = spans().filter(({ name }) => name === 'completion deliver')
    expect(deliveries).toHaveLength(1)
    expect(spans().some(({ traceId }) => traceId === caller.trace)).toBe(false)
    // The parts of the way are still one trace.
    const answers = spans().filter(({ traceId }) => traceId === deliveries[0]?.traceId)
    expect(answers.map(({ name }) => name)).toContain('POST /api/v1/bots/:uniqueId/completion')
  })
})

test('protobuf is the default encoding', async () => {
  const { url, requests } = await collector()
  const world = await startTraced(undefined, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/spans` })
  await world.api('GET', '/bots')
  await world.close()
  const [first] = requests
  expect(first).toMatchObject({ path: '/spans', headers: { 'content-type': 'application/x-protobuf' } })
  expect(first?.bytes.toString('latin1')).toContain('GET /api/v1/bots')
})

test('a service without a collector is not traced, and sends no header', async () => {
  const world = await startTraced(undefined)
  const bot = await createTracedBot(world)
  await ask(world, bot, { traceparent: traceparent() })
  await world.close()
  expect(world.receiver.received[0]?.headers.traceparent).toBeUndefined()
})

describe('a collector', () => {
  const closeLimitMs = 2000

  test('that hangs delays no answer, and a stop only up to a limit', async () => {
    const { url, requests } = await collector(() => new Promise(() => {}))
    const { clock, timers, pending, endDuring } = createHeldTime(closeLimitMs)
    const environment = { OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_EXPORTER_OTLP_TIMEOUT: '77000' }
    const world = await startTraced(url, environment, { clock, timers })
    const bot = await createTracedBot(world)
    await until(() => requests.length > 0)
    await ask(world, bot, {})
    expect(await answered(world.api, bot, { prompt: 'Hello' })).toMatchObject({ status: 'SUCCESS' })
    expect(requests).toHaveLength(1)
    expect(pending()).toContain(77_000)
    await endDuring(closeLimitMs, world.close())
  })

  test('that rejects spans or cannot be reached is named once in the log, and delays nothing', async () => {
    const { url, requests } = await collector(() => 500)
    for (const endpoint of [url, 'http://127.0.0.1:1']) {
      const log = new PassThrough()
      const lines: string[] = []
      log.on('data', line => lines.push(String(line)))
      const failures = () => lines.filter(line => line.includes('work failed'))
      const world = await startTraced(endpoint, { OTEL_BSP_SCHEDULE_DELAY: '1' }, { log })
      const bot = await createTracedBot(world)
      await ask(world, bot, {})
      await until(() => failures().length > 0)
      await world.close()
      expect(failures()).toHaveLength(1)
    }
    expect(requests.length).toBeGreaterThan(0)
  })
})

describe('the variables', () => {
  const endpoint = 'http://collector:4318'

  test.each<readonly [what: string, variables: Readonly<Record<string, string>>]>([
    ['no exporter is named', { OTEL_SERVICE_NAME: 'bots' }],
    ['an endpoint is empty', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    ['the SDK is disabled', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }],
    ['the exporter is "none"', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }],
  ])('nothing is traced if %s', (_, variables) => {
    expect(readTracingSettings(variables)).toBeUndefined()
  })

  test('have the defaults of the standard', () => {
    expect(readTracingSettings({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual({
      endpoint: 'http://localhost:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      encoding: 'http/protobuf',
      resource: { 'service.name': 'scenewright' },
      sampler: { kind: 'parentbased_always_on', ratio: 1 },
      propagates: true,
      batch: { queue: 2048, delayMs: 5000, size: 512 },
    })
    expect(readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/base/` })).toMatchObject({
      endpoint: `${endpoint}/base/v1/traces`,
    })
    const standard = { OTEL_PROPAGATORS: 'b3, tracecontext, baggage', OTEL_SDK_DISABLED: 'False' }
    expect(readTracingSettings({ OTEL_TRACES_EXPORTER: 'otlp', ...standard })).toMatchObject({ propagates: true })
    const small = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_BSP_MAX_QUEUE_SIZE: '100' }
    expect(readTracingSettings(small)?.batch).toMatchObject({ queue: 100, size: 100 })
  })

  test.each<readonly [variable: string, value: string]>([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', `https://user:${secret}@collector`],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', secret],
    ['OTEL_EXPORTER_OTLP_HEADERS', `a=%${secret}`],
    ['OTEL_EXPORTER_OTLP_HEADERS', `my key=${secret}`],
    ['OTEL_EXPORTER_OTLP_HEADERS', `a=${secret}%0Ab`],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '-1'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '2049'],
    ['OTEL_PROPAGATORS', 'b4'],
    ['OTEL_PROPAGATORS', 'tracecontext,b4'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ])('%s=%s is an error of usage that does not repeat the value', async (variable, value) => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, [variable]: value }
    const read = () => readTracingSettings(environment)
    expect(read).toThrow(expect.objectContaining({ name: 'OperationError', code: 'usage' }))
    expect(read).toThrow(variable)
    expect(read).not.toThrow(secret)
  })
})
