import { describe, expect, test } from 'vitest'
import { presentState, restoreState } from '../src/backup/restore-state.ts'
import { loadState } from '../src/state/read-state.ts'
import type { State } from '../src/state/state.ts'
import { probeLock } from '../src/store/http/probe-lock.ts'
import { StateWriter } from '../src/store/state-writer.ts'
import { openedState, timeoutMs, worldWith } from './opened-state.ts'
import { readRefusal } from './read-refusal.ts'
import type { Received, Reply } from './servers/http-server.ts'
import { terraformServer } from './servers/terraform-state.ts'
import { describeStore } from './store-contract.ts'
import { type TestClock, testClock } from './test-clock.ts'

describeStore('http', async () => {
  const { url } = await terraformServer()
  return { open: () => openedState({ type: 'http', url: `${url}/state` }) }
})

/** The addresses and methods of GitLab, and an account. */
const gitlab = { type: 'http', lock_method: 'POST', unlock_method: 'DELETE' } as const
const env = { SCENEWRIGHT_STATE_USERNAME: 'bot', SCENEWRIGHT_STATE_PASSWORD: 'hunter2' }

async function gitlabHome() {
  const server = await terraformServer()
  server.account = 'bot:hunter2'
  const url = `${server.url}/api/v4/projects/1/terraform/state/prod`
  return { server, home: { ...gitlab, url, lock_url: `${url}/lock` } }
}

describeStore('http as GitLab speaks it', async () => {
  const { home } = await gitlabHome()
  return { open: () => openedState(home, { env }) }
})

/** The first request of a method gets this instead of its answer. */
function once(method: string, reply: () => Reply): (request: Received) => Reply | undefined {
  let isDue = true
  return request => {
    if (!isDue || request.method !== method) return undefined
    isDue = false
    return reply()
  }
}

async function httpHome() {
  const server = await terraformServer()
  const clock = testClock()
  const another = () => openedState({ type: 'http', url: `${server.url}/state` }, { clock })
  return { server, clock, another, store: another() }
}

const page = { status: 200, body: '\n<!doctype html><title>Maintenance</title>' }

/** No answer, however long one waits. */
function never(clock: TestClock): Reply {
  clock.advance(timeoutMs)
  return 'never'
}

describe('a lost answer', () => {
  test('after a completed write: it is found by reading', async () => {
    const { server, store } = await httpHome()
    server.after = once('POST', () => 'drop')
    expect(await store.compareAndSwap(null, 'state')).toMatchObject({ isSwapped: true })
    expect(server.lock).toBeUndefined()
  })

  test('after a completed write, for which a gateway sends its page: it is found by reading', async () => {
    const { server, store } = await httpHome()
    server.after = once('POST', () => page)
    expect(await store.compareAndSwap(null, 'state')).toMatchObject({ isSwapped: true })
  })

  test.each<[string, 'before' | 'after', string, (clock: TestClock) => Reply]>([
    ['to a write that was not made', 'before', 'POST', () => 'drop'],
    ['to a write that fails', 'before', 'POST', () => ({ status: 503 })],
    ['to a write, for which a gateway sends its page', 'before', 'POST', () => page],
    ['to a lock request, for which a gateway sends its page', 'before', 'LOCK', () => page],
    ['to a read, for which a gateway sends its page', 'before', 'GET', () => page],
    ['to a lock request that succeeded', 'after', 'LOCK', () => 'drop'],
    ['to a lock request that failed', 'before', 'LOCK', () => 'drop'],
    ['to a read under the lock', 'before', 'GET', never],
  ])('%s: network, nothing is written, and no lock remains', async (_name, when, method, reply) => {
    const { server, store, clock } = await httpHome()
    server[when] = once(method, () => reply(clock))
    expect(await readRefusal(store.compareAndSwap(null, 'state'))).toMatchObject({ code: 'network' })
    expect([server.document, server.lock]).toEqual([undefined, undefined])
    expect(await store.compareAndSwap(null, 'state')).toMatchObject({ isSwapped: true })
  })

  test('to the unlock request: the next write of the same run reuses the lock', async () => {
    const { server, store } = await httpHome()
    server.before = request => (request.method === 'UNLOCK' ? { status: 500 } : undefined)
    const swap = await store.compareAndSwap(null, 'first')
    expect(server.lock).toBeDefined()
    server.before = () => undefined
    const next = await store.compareAndSwap(swap.isSwapped ? swap.token : '', 'second')
    expect([next.isSwapped, server.lock]).toEqual([true, undefined])
  })
})

test('a state larger than any answer of the service is read again', async () => {
  const { store, another } = await httpHome()
  const text = 'x'.repeat(17 * 1024 * 1024)
  expect(await store.compareAndSwap(null, text)).toMatchObject({ isSwapped: true })
  expect((await another().read())?.text).toHaveLength(text.length)
})

test.each([
  ['truncated', (document: string) => document.slice(0, 60)],
  ['with other payloads', (document: string) => document.replace('"payloads":"H4s', '"payloads":"H4x')],
  ['of another tool', () => '{"version":4,"serial":7}'],
])('a document %s is a state that cannot be read, until one is restored', async (_name, damage) => {
  const { server, store, another } = await httpHome()
  const swap = await store.compareAndSwap(null, JSON.stringify(emptyState()))
  expect(swap.isSwapped).toBe(true)
  const document = damage(server.document ?? '')
  server.document = document
  const next = another()
  const present = await presentState(next)
  expect(present).toMatchObject({ state: 'damaged', stored: { text: document } })
  await expect(loadState(next)).rejects.toMatchObject({ code: 'state' })
  expect(await next.compareAndSwap(swap.isSwapped ? swap.token : '', 'late')).toEqual({ isSwapped: false })
  await restoreState(next, present, { state: emptyState(), payloads: new Map() })
  expect(await loadState(another())).toEqual(emptyState())
})

const otherLock = JSON.stringify({ ID: 'other-id', Who: 'ann@laptop', Created: '2030-01-01' })

function emptyState(): State {
  const environment = { name: 'prod', url: 'https://bots.example.com', bot: 'b' }
  return { format: 1, lineage: 'l', serial: 0, tool: '0.1.0', environment, scenarios: {}, journal: { entries: [] } }
}

describe('errors of the backend', () => {
  test('a lock that another run owns: state, with its owner', async () => {
    const { server, store, clock } = await httpHome()
    server.before = () => {
      clock.advance(timeoutMs / 5)
      return undefined
    }
    server.lock = otherLock
    expect(await readRefusal(store.compareAndSwap(null, 'state'))).toEqual({
      code: 'state',
      message: expect.stringContaining('"ann@laptop" since 2030-01-01'),
      help: expect.stringContaining('other-id'),
    })
    expect(server.lock).toContain('ann@laptop')
  })

  test('a lock that another run owns is awaited once', async () => {
    const { server, store, clock } = await httpHome()
    server.before = () => {
      clock.advance(timeoutMs / 5)
      return undefined
    }
    server.lock = otherLock
    const writer = new StateWriter(store, emptyState, clock.pause)
    const change = writer.change(state => ({ ...state, tool: 'other' }))
    expect(await readRefusal(change)).toMatchObject({ code: 'state', message: expect.stringContaining('is locked') })
    expect(clock.now()).toBeLessThan(2 * timeoutMs)
  })

  test('after the run was aborted, a lock that another run owns is awaited only for the grace period', async () => {
    const server = await terraformServer()
    const clock = testClock()
    const interruption = new AbortController()
    const { signal } = interruption
    const store = openedState({ type: 'http', url: `${server.url}/state` }, { clock, signal })
    server.lock = otherLock
    server.before = () => {
      interruption.abort()
      return undefined
    }
    expect(await readRefusal(store.compareAndSwap(null, 'state'))).toMatchObject({
      code: 'state',
      message: expect.stringContaining('is locked'),
    })
    expect(clock.now()).toBeLessThan(timeoutMs / 100)
  })

  test('a server that never answers: network, after the timeout', async () => {
    const { server, store, clock } = await httpHome()
    server.before = () => never(clock)
    expect(await readRefusal(store.read())).toMatchObject({ code: 'network' })
  })

  test('a wrong password: state, the setting to change, and no secret', async () => {
    const { server, home } = await gitlabHome()
    const wrong = { ...env, SCENEWRIGHT_STATE_PASSWORD: 'swordfish' }
    const refusal = await readRefusal(openedState(home, { env: wrong }).read())
    expect(refusal).toMatchObject({ code: 'state', help: expect.stringContaining('SCENEWRIGHT_STATE_PASSWORD') })
    expect(JSON.stringify(refusal)).not.toMatch(/swordfish|Basic/)
    expect(server.requests).toHaveLength(1)
  })

  test('the variables of the environment take precedence over the common ones', async () => {
    const { home } = await gitlabHome()
    const own = { SCENEWRIGHT_PROD_STATE_USERNAME: 'bot', SCENEWRIGHT_PROD_STATE_PASSWORD: 'hunter2' }
    const common = { SCENEWRIGHT_STATE_USERNAME: 'x', SCENEWRIGHT_STATE_PASSWORD: 'y' }
    expect(await openedState(home, { env: { ...common, ...own } }).read()).toBeNull()
  })

  test.each([
    ['incomplete credentials', { SCENEWRIGHT_STATE_USERNAME: 'x' }, 'https://a.example/s', 'usage'],
    [
      'a password with a line break',
      { ...env, SCENEWRIGHT_STATE_PASSWORD: 'hunter2\n' },
      'https://a.example/s',
      'usage',
    ],
    ['plain http to another machine', {}, 'http://192.0.2.1/s', 'config'],
    ['credentials in the address', {}, 'https://u:p@a.example/s', 'config'],
    ['an invalid address', {}, 'a.example/s', 'config'],
  ])('%s', (_name, variables, url, code) => {
    const open = () => openedState({ type: 'http', url }, { env: variables })
    expect(open).toThrow(expect.objectContaining({ code }))
  })

  test.each(['{"version":4,"serial":9,"lineage":"l"}', 'nonsense', '{"format":"scenewright-state","serial":1}'])(
    'another kind of document, %j: state, and it is kept',
    async document => {
      const { server, store } = await httpHome()
      server.document = document
      expect(await readRefusal(loadState(store))).toMatchObject({ code: 'state' })
      expect(await store.compareAndSwap(null, 'state')).toEqual({ isSwapped: false })
      const writer = new StateWriter(store, emptyState, async () => {})
      expect(await readRefusal(writer.change(state => ({ ...state, serial: 9 })))).toMatchObject({ code: 'state' })
      expect(server.document).toBe(document)
    },
  )
})

test('payloads that no state references are removed from the document; older parts of the journal stay', async () => {
  const { server, store } = await httpHome()
  const oldest = await store.putBlob('oldest part')
  const older = await store.putBlob(`{"previous":"${oldest}"}`)
  const dropped = await store.putBlob('dropped')
  const first = await store.compareAndSwap(null, `${older} ${dropped}`)
  await store.compareAndSwap(first.isSwapped ? first.token : '', older)
  const reader = openedState({ type: 'http', url: `${server.url}/state` })
  expect(await Promise.all([oldest, older, dropped].map(hash => reader.getBlob(hash)))).toEqual([
    'oldest part',
    `{"previous":"${oldest}"}`,
    undefined,
  ])
})

describe('state init tries the lock', () => {
  test('a variable that is set once is accepted', async () => {
    const server = await terraformServer()
    await probeLock({ type: 'http', url: server.url }, worldWith())
    expect(server.lock).toBeUndefined()
  })

  test('a variable that is set twice is rejected', async () => {
    const server = await terraformServer()
    server.before = request => (request.method === 'LOCK' ? { status: 200 } : undefined)
    expect(await readRefusal(probeLock({ type: 'http', url: server.url }, worldWith()))).toMatchObject({
      code: 'state',
    })
  })

  test('a server without locks is rejected', async () => {
    const server = await terraformServer()
    server.before = request => (request.method === 'LOCK' ? { status: 405 } : undefined)
    expect(await readRefusal(probeLock({ type: 'http', url: server.url }, worldWith()))).toMatchObject({
      code: 'state',
    })
  })
})
