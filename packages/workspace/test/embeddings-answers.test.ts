import { OperationError } from '@scenewright/model'
import { describe, expect, test } from 'vitest'
import { readEndpoint } from '../src/embeddings/endpoint.ts'
import { requestVectors } from '../src/embeddings/fetch-vectors.ts'
import { answer, dataOf, type Misbehavior, sent, startEmbeddings } from './embeddings-server.ts'

const key = 'sk-secret-0123456789'
const texts = ['Where is my refund?', 'opening hours', 'money']

function request(url: string, timeout_ms = 600_000): Promise<readonly Float32Array[]> {
  const setting = { type: 'embeddings', url, model: 'small', timeout_ms } as const
  const configFault = (_path: unknown, message: string) => new OperationError('config', message)
  const endpoint = readEndpoint(setting, { configFault }, { SCENEWRIGHT_EMBEDDINGS_KEY: key })
  return requestVectors(endpoint, texts, new AbortController().signal)
}

test('vectors are in the order of the texts, for any order of the answer', async () => {
  const { url } = await startEmbeddings()
  const expected = dataOf(texts).map(({ embedding }) => Float32Array.from(embedding))
  expect(await request(url)).toEqual(expected)
})

describe('a busy endpoint is retried', () => {
  test.each<[string, Misbehavior]>([
    ['429', (response, _asked, attempt) => attempt <= 2 && answer(response, 429, {}, { 'retry-after': '0' })],
    ['500', (response, _asked, attempt) => attempt === 1 && answer(response, 500, 'oops')],
    ['a cut connection', (response, _asked, attempt) => attempt === 1 && sent(response.destroy())],
  ])('after %s', async (_what, misbehave) => {
    const { url, asked } = await startEmbeddings(misbehave)
    expect(await request(url)).toHaveLength(texts.length)
    expect(asked.length).toBeGreaterThan(1)
  })
})

const mirrored = (change: (data: ReturnType<typeof dataOf>) => unknown): Misbehavior => {
  return (response, { body }) => answer(response, 200, { data: change(dataOf(body.input)) })
}

describe('a failing endpoint is an error with a remedy', () => {
  test.each<[string, Misbehavior, string, number?]>([
    [
      'refuses the key',
      (response, { authorization }) => answer(response, 401, { error: { message: `no ${authorization}` } }),
      '(401): no Bearer [redacted]',
    ],
    [
      'has no such model',
      response => answer(response, 404, { error: 'model "small" not found' }),
      '(404): model "small" not found',
    ],
    ['is always busy', response => answer(response, 429, {}, { 'retry-after': '0' }), '(429)'],
    ['asks for an hour', response => answer(response, 503, {}, { 'retry-after': '3600' }), '(503)'],
    ['redirects', response => answer(response, 307, {}, { location: 'http://127.0.0.1:9/' }), 'redirects (307)'],
    ['has no vectors', response => answer(response, 200, { hello: 1 }), 'not a list of embeddings'],
    ['is a web page', response => sent(response.end('<html>login</html>')), 'not a list of embeddings'],
    ['gives too few vectors', mirrored(data => data.slice(1)), 'vectors for'],
    ['gives a vector twice', mirrored(data => data.map(one => ({ ...one, index: 0 }))), 'two vectors with the index 0'],
    ['gives no index', mirrored(data => data.map(({ embedding }) => ({ embedding }))), 'without its index'],
    ['gives a null', mirrored(data => data.map(one => ({ ...one, embedding: [null, 1] }))), 'finite numbers'],
    ['gives a text', mirrored(data => data.map(one => ({ ...one, embedding: 'AACAPw==' }))), 'finite numbers'],
    [
      'gives a number that is too large',
      mirrored(data => data.map(one => ({ ...one, embedding: [1e300] }))),
      'finite numbers',
    ],
    [
      'gives vectors of different lengths',
      mirrored(data => data.map(one => ({ ...one, embedding: one.embedding.slice(one.index) }))),
      'numbers instead of',
    ],
    [
      'is truncated',
      response => sent(response.writeHead(200, { 'content-length': '99' }).write('{"data":['), response.destroy()),
      'could not be reached',
    ],
    ['never ends', response => sent(response.writeHead(200).write('{"data":[')), 'too slow', 400],
    ['is silent', () => true, 'within 400 ms', 400],
    ['gives 20 MB', response => sent(response.end(`{"data":["${'x'.repeat(20_000_000)}"]}`)), 'larger than 16 MB'],
  ])('which %s', async (_what, misbehave, said, timeout) => {
    const { url } = await startEmbeddings(misbehave)
    const error: unknown = await request(url, timeout).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperationError)
    const { code, message, help, cause } = error as OperationError
    expect(['service', 'network']).toContain(code)
    expect(message).toContain(said)
    expect(help).toMatch(/\w/)
    expect([message, help, String(cause)].join()).not.toContain(key)
  })
})

test('a long message of an endpoint is quoted in part', async () => {
  const { url } = await startEmbeddings(response => answer(response, 400, { error: `${'ha '.repeat(1_000)}` }))
  await expect(request(url)).rejects.toThrow(/^.{200,320}$/)
})
