import { describe, expect, test } from 'vitest'
import { probeConditions } from '../src/store/s3/probe-conditions.ts'
import { bucketAddress } from '../src/store/s3/s3-backend.ts'
import { openedState, timeoutMs, worldWith } from './opened-state.ts'
import { readRefusal } from './read-refusal.ts'
import { type S3Server, s3Account, s3Server } from './servers/s3.ts'
import { describeStore } from './store-contract.ts'
import { testClock } from './test-clock.ts'

const key = "team a/it's (prod)+é.json"

function homeOf({ url, region }: S3Server) {
  return { type: 's3', bucket: 'bots', key, endpoint: url, region } as const
}

describeStore('s3', async () => {
  const home = homeOf(await s3Server())
  return { open: () => openedState(home, { env: s3Account }) }
})

async function s3Home(env: Record<string, string> = s3Account) {
  const server = await s3Server()
  const clock = testClock()
  return { server, clock, store: openedState(homeOf(server), { env, clock }) }
}

test('the state is an object at its key, with the payloads below it', async () => {
  const { server, store } = await s3Home()
  await store.compareAndSwap(null, 'state')
  const hash = await store.putBlob('payload')
  expect([...server.objects.keys()]).toEqual([`/bots/${key}`, `/bots/${key}.d/payloads/${hash}.json`])
})

test('temporary credentials are signed with their token', async () => {
  const { server, store } = await s3Home({ ...s3Account, AWS_SESSION_TOKEN: 'token' })
  expect(await store.read()).toBeNull()
  expect(server.requests[0]?.headers['x-amz-security-token']).toBe('token')
})

describe('a lost answer', () => {
  test('after a completed write: network, and reading shows it', async () => {
    const { server, store } = await s3Home()
    server.after = ({ method }) => (method === 'PUT' ? 'drop' : undefined)
    expect(await readRefusal(store.compareAndSwap(null, 'state'))).toMatchObject({ code: 'network' })
    expect((await store.read())?.text).toBe('state')
  })

  test.each([
    ['a server that never answers', 'never'],
    ['a server that is not well', { status: 503 }],
    ['a connection that is cut', 'drop'],
  ] as const)('%s: network', async (_name, reply) => {
    const { server, store, clock } = await s3Home()
    server.before = () => {
      if (reply === 'never') clock.advance(timeoutMs)
      return reply
    }
    expect(await readRefusal(store.read())).toMatchObject({ code: 'network' })
    expect(await readRefusal(store.compareAndSwap(null, 'state'))).toMatchObject({ code: 'network' })
  })

  test('two writes at the same time: the service asks for a retry, which succeeds', async () => {
    const { server, store } = await s3Home()
    server.before = () => (server.requests.length === 1 ? { status: 409 } : undefined)
    expect(await store.compareAndSwap(null, 'state')).toMatchObject({ isSwapped: true })
  })
})

describe('rejections by a bucket', () => {
  test('a wrong secret: state, the setting to check, and no secret', async () => {
    const { store } = await s3Home({ ...s3Account, AWS_SECRET_ACCESS_KEY: 'swordfish' })
    const refusal = await readRefusal(store.read())
    expect(refusal).toMatchObject({ code: 'state', help: expect.stringContaining('AWS_SECRET_ACCESS_KEY') })
    expect(JSON.stringify(refusal)).not.toContain('swordfish')
  })

  test('another region: state, and which', async () => {
    const { server, store } = await s3Home()
    server.before = () => ({ status: 301, headers: { 'x-amz-bucket-region': 'us-west-2' } })
    expect(await readRefusal(store.read())).toMatchObject({
      code: 'state',
      help: expect.stringContaining('us-west-2'),
    })
  })

  test.each([
    [400, '<Code>ExpiredToken</Code>', 'AWS_SESSION_TOKEN'],
    [400, '<Code>InvalidToken</Code>', 'AWS_SESSION_TOKEN'],
    [403, '<Code>InvalidTokenId</Code>', 'AWS_SESSION_TOKEN'],
    [400, '<Code>AuthorizationHeaderMalformed</Code><Region>us-west-2</Region>', 'us-west-2'],
    [400, '<Code>AuthorizationHeaderMalformed</Code>', 'the region'],
    [400, '<Code>InvalidRequest</Code>', 'the bucket'],
  ])('%i %s: state, and the setting to check', async (status, body, help) => {
    const { server, store } = await s3Home({ ...s3Account, AWS_SESSION_TOKEN: 'token' })
    server.before = () => ({ status, body: `<Error>${body}</Error>` })
    expect(await readRefusal(store.read())).toMatchObject({ code: 'state', help: expect.stringContaining(help) })
  })

  test.each([
    [400, 'RequestTimeout'],
    [408, 'Unknown'],
    [409, 'OperationAborted'],
  ])('%i %s: network, for a read and a write', async (status, code) => {
    const { server, store } = await s3Home()
    server.before = () => ({ status, body: `<Error><Code>${code}</Code></Error>` })
    const refusals = await Promise.all([store.read(), store.putBlob('payload')].map(readRefusal))
    expect(refusals).toMatchObject([{ code: 'network' }, { code: 'network' }])
  })

  test('a missing bucket is not a bucket without a state', async () => {
    const { server, store } = await s3Home()
    server.before = () => ({ status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' })
    expect(await readRefusal(store.read())).toMatchObject({ code: 'state' })
  })

  test('a payload that was not stored, though no condition was sent', async () => {
    const { server, store } = await s3Home()
    server.before = () => ({ status: 412, body: '<Error><Code>PreconditionFailed</Code></Error>' })
    expect(await readRefusal(store.putBlob('payload'))).toMatchObject({
      code: 'state',
      message: expect.stringContaining('412'),
    })
    server.before = () => undefined
    const hash = await store.putBlob('payload')
    expect(await store.getBlob(hash)).toBe('payload')
  })

  test('a manually changed payload', async () => {
    const { server, store } = await s3Home()
    const hash = await store.putBlob('payload')
    server.objects.set(`/bots/${key}.d/payloads/${hash}.json`, 'other')
    expect(await readRefusal(store.getBlob(hash))).toMatchObject({ code: 'state' })
  })

  test.each([
    ['AWS_ACCESS_KEY_ID', 'AKIA\n'],
    ['AWS_ACCESS_KEY_ID', 'AKÍÄ€'],
    ['AWS_SECRET_ACCESS_KEY', 'swordfish\n'],
    ['AWS_SESSION_TOKEN', 'token\r\n'],
    ['AWS_REGION', 'eu-north-1\n'],
    ['AWS_DEFAULT_REGION', ' eu-north-1'],
  ])('%s=%j: usage, before anything is sent', (name, value) => {
    const home = { type: 's3', bucket: 'b', key } as const
    const open = () => openedState(home, { env: { ...s3Account, [name]: value } })
    expect(open).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(name) }))
  })

  test('no credentials: usage', () => {
    const home = { type: 's3', bucket: 'b', key } as const
    expect(() => openedState(home)).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})

describe('state init tries the conditions', () => {
  test('a bucket that supports them is accepted, and nothing is left in it', async () => {
    const server = await s3Server()
    await probeConditions(homeOf(server), worldWith({ env: s3Account }))
    expect(server.objects.size).toBe(0)
  })

  test('a bucket that ignores them is rejected, and nothing is left in it', async () => {
    const server = await s3Server()
    server.ignoresConditions = true
    const probe = probeConditions(homeOf(server), worldWith({ env: s3Account }))
    expect(await readRefusal(probe)).toMatchObject({ code: 'state', message: expect.stringContaining('not safe') })
    expect(server.objects.size).toBe(0)
  })
})

test.each([
  ['of Amazon', {}, 'https://bots.s3.us-east-1.amazonaws.com/'],
  ['of Amazon, with a dot in its name', { bucket: 'my.bots' }, 'https://s3.us-east-1.amazonaws.com/my.bots'],
  ['elsewhere', { endpoint: 'https://s3.example.com' }, 'https://s3.example.com/bots'],
  [
    'of another provider, as a host',
    { endpoint: 'https://s3.example.com', path_style: false },
    'https://bots.s3.example.com/',
  ],
])('the address of a bucket %s', (_name, more, address) => {
  const home = { type: 's3', bucket: 'bots', key, ...more } as const
  expect(bucketAddress(home, 'us-east-1').href).toBe(address)
})
