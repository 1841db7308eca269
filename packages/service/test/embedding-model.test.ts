import { OperationError } from '@scenewright/model'
import { afterEach, expect, test } from 'vitest'
import { startService } from '../src/index.ts'
import { createEmbeddings } from '../src/providers/embeddings.ts'
import { ProviderFailure } from '../src/providers/model.ts'
import type { EmbeddingsSettings } from '../src/providers/provider-settings.ts'
import { createProviders } from '../src/providers/providers.ts'
import { createRetryGate } from '../src/providers/retry-gate.ts'
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts'
import { until } from './support/receiver.ts'
import { createTestTimers } from './support/test-timers.ts'

let server: EmbeddingServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

function createModel(url: string, rest: Partial<EmbeddingsSettings> = {}, fetch = globalThis.fetch) {
  const timers = createTestTimers()
  const outcomes: string[] = []
  const changes: string[] = []
  const embeddings = createEmbeddings(
    { url, version: 'small', allowPrivate: true, ...rest },
    {
      fetch,
      timers,
      onCalled: outcome => outcomes.push(outcome),
      onChange: failure => changes.push(failure?.message ?? 'available'),
    },
  )
  const model = embeddings.modelOf({ embedding_version: null })
  if (model === undefined) throw new Error('There is no default model.')
  return { model, timers, outcomes, changes }
}

test('the vectors have the length 1 and the order of the texts, and a text without letters has none', async () => {
  server = await startEmbeddingServer()
  const { model, outcomes } = createModel(server.url)
  const { vectors, tokens } = await model.embed(['two parcels', '…', 'one refund', 'two consignment'])
  const dot = (one: number, other: number) =>
    vectors[one]?.reduce((sum, number, at) => sum + number * (vectors[other]?.[at] ?? 0), 0)
  expect([0, 2, 3].map(place => dot(place, place)?.toFixed(4))).toEqual(['1.0000', '1.0000', '1.0000'])
  expect(dot(1, 1)).toBe(0)
  expect(dot(0, 3)).toBeGreaterThan(0.99)
  expect(dot(0, 2)).toBeLessThan(0.1)
  expect({ tokens, outcomes }).toEqual({ tokens: 21, outcomes: ['answered'] })
})

test('a question waits for two seconds at most, and texts for as long as the settings say', async () => {
  server = await startEmbeddingServer(() => new Promise(() => {}))
  const { model, timers, changes } = createModel(server.url)
  const question = model.embedQuestion('When?').catch(error => error)
  const texts = model.embed(['Text']).catch(error => error)
  const calls = () => server?.calls.length
  await until(() => calls() === 2)
  expect(timers.pending()).toEqual([2000, 10_000])
  await timers.advance(2000)
  expect(await question).toBeInstanceOf(ProviderFailure)
  await timers.advance(8000)
  expect(await texts).toMatchObject({ message: 'The provider embeddings did not answer: it timed out.' })
  expect(changes).toEqual([(await question).message])
})

test('failures of questions and of texts are reported once, and their end when both succeed', async () => {
  let status: number | undefined = 503
  server = await startEmbeddingServer(() => status)
  const { model, timers, changes } = createModel(server.url)
  await expect(model.embedQuestion('When?')).rejects.toThrow()
  await expect(model.embed(['Text'])).rejects.toThrow()
  status = undefined
  await timers.advance(1000)
  await model.embed(['Text'])
  expect(changes).toEqual([expect.stringContaining('503')])
  await model.embedQuestion('When?')
  expect(changes).toEqual([expect.stringContaining('503'), 'available'])
})

test('after a failure nothing is sent for a while, which grows from one second to five minutes', async () => {
  const timers = createTestTimers()
  const changes: (string | undefined)[] = []
  const gate = createRetryGate(timers, failure => changes.push(failure?.message))
  const waits: number[] = []
  for (let count = 0; count < 11; count++) {
    gate.failed(new Error(`failure ${count}`))
    // One that began before does not count.
    gate.failed(new Error('late'))
    waits.push(gate.waitMs())
    await timers.advance(gate.waitMs())
    expect(gate.waitMs()).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map(seconds => seconds * 1000))
  gate.succeeded()
  gate.succeeded()
  gate.failed(new Error('again'))
  expect(gate.waitMs()).toBe(1000)
  expect(changes).toEqual(['failure 0', undefined, 'again'])
})

test.each([
  ['a status', 503, 'did not answer: status 503.'],
  ['a redirect', 302, 'did not answer: status 302.'],
])('%s is a failure, whose text is not reported', async (_name, status, reason) => {
  server = await startEmbeddingServer(() => status)
  const { model, outcomes } = createModel(server.url)
  const failure = await model.embed(['secret']).catch(error => error)
  expect(failure).toBeInstanceOf(ProviderFailure)
  expect(failure.message).toContain(reason)
  expect(failure.message).not.toContain('secret')
  await expect(model.embed(['secret'])).rejects.toThrow('failed a moment ago')
  expect(outcomes).toEqual(['failed'])
  expect(server.calls).toHaveLength(1)
})

/** An answer 503 whose body does not end; `canceled` resolves when its reader stops. */
function createEndlessRefusal() {
  let noteCanceled = (): void => {}
  const canceled = new Promise<void>(resolve => {
    noteCanceled = resolve
  })
  return { canceled, fetch: async () => new Response(new ReadableStream({ cancel: noteCanceled }), { status: 503 }) }
}

test('the rest of a refusal is not awaited, and its connection ends', async () => {
  const { canceled, fetch } = createEndlessRefusal()
  const { model } = createModel('http://127.0.0.1/v1', {}, fetch)
  await expect(model.embed(['Text'])).rejects.toThrow('status 503')
  await canceled
})

test('a refused list of models is not read, and its connection ends', async () => {
  const { canceled, fetch } = createEndlessRefusal()
  const settings = { llm_provider_a: { url: 'http://127.0.0.1/v1', version: 'small', allowPrivate: true } }
  const model = createProviders(settings, { fetchFor: () => fetch, timers: createTestTimers() }).model('llm_provider_a')
  await expect(model?.versions(new AbortController().signal)).rejects.toThrow('The server answered 503.')
  await canceled
})

test('a server that is not there is a failure', async () => {
  const gone = await startEmbeddingServer()
  await gone.close()
  const { model } = createModel(gone.url)
  await expect(model.embed(['Text'])).rejects.toThrow('The provider embeddings did not answer: ')
})

test('vectors of another length than before are a failure, and then a new space', async () => {
  let dimensions = 8
  server = await startEmbeddingServer(() => undefined, { dimensionsOf: () => dimensions })
  const { model, timers } = createModel(server.url)
  const before = await model.space()
  expect([before.key, model.spaceKey()]).toEqual(['small/8', 'small/8'])
  expect(await model.space()).toBe(before)
  expect(server.calls).toHaveLength(1)
  dimensions = 16
  await expect(model.embedQuestion('When?')).rejects.toThrow('had 8 numbers, and now 16')
  expect(model.spaceKey()).toBeUndefined()
  await timers.advance(1000)
  expect(await model.embedQuestion('When?')).toHaveLength(16)
  expect((await model.space()).key).toBe('small/16')
})

test('an address with credentials is rejected before the service starts', async () => {
  const providers = { embeddings: { url: 'https://user:key@models.example.com/v1', version: 'small' } }
  const failure = await startService({ dataFolder: '/nowhere', providers }).catch(error => error)
  expect(failure).toBeInstanceOf(OperationError)
  expect(failure).toMatchObject({ code: 'usage', message: expect.stringContaining('"embeddings" must not hold cred') })
})
