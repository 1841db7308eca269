import type { LookupAddress, lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEgress } from '../src/egress/egress.ts'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import type { TargetPolicy } from '../src/egress/target-address.ts'
import { callFunction } from '../src/resources/functions/call.ts'
import { createUntrustedWork } from '../src/resources/functions/untrusted-work.ts'
import { sendResult } from '../src/webhooks/send-result.ts'
import { atPort, leadsHere, leadsInside } from './egress-hostile-forms.ts'
import { type Listener, listenOn } from './egress-listener.ts'
import { createResolver, divertPublic, publicAddress } from './egress-resolver.ts'
import { functionAt } from './functions-sample.ts'
import { until } from './support/receiver.ts'
import { noTimers } from './support/test-timers.ts'

const forms = [...leadsHere, ...leadsInside]
/** This machine's two listeners of one port: what nothing may reach. */
let victims: readonly Listener[]
let port: number
const untrusted = createUntrustedWork()

beforeAll(async () => {
  const first = await listenOn()
  port = first.port
  victims = [first, await listenOn(undefined, { host: '::1', port })]
})

afterAll(async () => {
  await untrusted.close()
  await Promise.all(victims.map(victim => victim.close()))
})

const connections = () => victims.reduce((sum, victim) => sum + victim.connections(), 0)
const bytes = () => victims.reduce((sum, victim) => sum + victim.bytes(), 0)

/** The three ways out, each by what the service itself calls. */
const waysOut = {
  webhook: (address: string, policy: TargetPolicy, resolve: typeof lookup): Promise<object> => {
    const result = { id: 'i', body: '{}', sequence: 1, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
    const { signal } = new AbortController()
    const egress = createEgress(policy, resolve)
    return sendResult(address, result, { egress, timeoutMs: 500, clock: () => new Date(), timers: noTimers, signal })
  },
  function: (address: string, policy: TargetPolicy, resolve: typeof lookup): Promise<object> => {
    const fetch = createGuardedFetch({ ...policy, resolve })
    return callFunction(
      functionAt(address, { request_method: 'POST', timeout_ms: 500 }),
      {},
      { fetch, vault: undefined, untrusted, timers: noTimers, account: 'a' },
    )
  },
  provider: async (address: string, policy: TargetPolicy, resolve: typeof lookup): Promise<object> => {
    const init = { method: 'POST', body: '{}' }
    const { status } = await createGuardedFetch({ ...policy, resolve })(address, init)
    return { kind: 'value', status }
  },
}
const ways = ['webhook', 'function', 'provider'] as const

async function resultOf(send: () => Promise<object>): Promise<object> {
  try {
    return await send()
  } catch (error) {
    return { kind: 'thrown', error }
  }
}

const closed: TargetPolicy = { allowLoopback: false }
const unlike = { kind: expect.not.stringMatching(/^(value|delivered)$/) }

test('there are at least forty forms, and unguarded they reach the listener', async () => {
  expect(new Set(forms).size).toBeGreaterThanOrEqual(40)
  const missed: string[] = []
  for (const form of leadsHere) {
    const before = connections()
    await unguarded(new URL(atPort(form, port)))
    if (connections() === before) missed.push(form)
  }
  expect(missed).toEqual([])
})

describe('no byte reaches the listener', () => {
  let before: readonly number[]
  beforeEach(() => {
    before = [connections(), bytes()]
  })
  afterEach(() => {
    vi.restoreAllMocks()
    expect([connections(), bytes()]).toEqual(before)
  })

  test.each(ways)('of a %s, however the address is spelled', async way => {
    for (const form of forms) {
      const address = atPort(form, port)
      const sent = async () => waysOut[way](address, closed, createResolver())
      expect({ form, ...(await resultOf(sent)) }).toMatchObject({ form, ...unlike })
    }
  })

  test.each(ways)('of a %s, if the operator opened another origin', async way => {
    const policy = { ...closed, allowedOrigins: ['http://127.0.0.1:1', `https://shop.example.com:${port}`] }
    for (const form of forms) {
      const result = await resultOf(() => waysOut[way](atPort(form, port), policy, createResolver()))
      expect({ form, ...result }).toMatchObject({ form, ...unlike })
    }
  })

  test.each(ways)('of a %s that is redirected there', async way => {
    let location = ''
    let status = 302
    const opened = await listenOn((_heard, response) => void response.writeHead(status, { location }).end())
    const policy = { allowLoopback: true, allowedOrigins: [opened.origin, victims[0]?.origin ?? ''] }
    for (const [index, form] of leadsHere.entries()) {
      status = [301, 302, 303, 307, 308][index % 5] ?? 302
      location = encodeURI(atPort(form, port))
      const result = await resultOf(() => waysOut[way](opened.origin, policy, createResolver()))
      expect({ form, ...result }).toMatchObject({ form, ...unlike })
    }
    expect(opened.heard).toHaveLength(leadsHere.length)
    await opened.close()
  })

  test.each(ways)('of a %s whose name resolves to a public address first, and to this machine then', async way => {
    const attempted = divertPublic()
    const resolve = createResolver()
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const result = await resultOf(() => waysOut[way](`https://rebind.example.com:${port}/`, closed, resolve))
      expect(result).toMatchObject(unlike)
    }
    expect(attempted).toEqual([[publicAddress]])
  })

  test.each(ways)('of a %s whose name resolves to public and private addresses', async way => {
    const attempted = divertPublic()
    for (const host of ['mixed.example.com', 'mixed-first.example.com']) {
      const result = await resultOf(() => waysOut[way](`https://${host}:${port}/`, closed, createResolver()))
      expect(result).toMatchObject(unlike)
    }
    expect(attempted).toEqual([[publicAddress], [publicAddress]])
  })

  test.each(ways)('of a %s whose connection leads elsewhere than its name', async way => {
    divertPublic('127.0.0.1')
    const result = await resultOf(() => waysOut[way](`https://rebind.example.com:${port}/`, closed, createResolver()))
    expect(result).toMatchObject(unlike)
    // The third look comes after the connection, and before a byte of it.
    before = [(before[0] ?? 0) + 1, before[1] ?? 0]
    await until(() => connections() === before[0])
  })
})

describe('if the policy allows it, the listener is reached', () => {
  test.each(ways)('by a %s to an origin that the operator opened', async way => {
    const origin = victims[0]?.origin ?? ''
    const result = await waysOut[way](origin, { ...closed, allowedOrigins: [origin] }, createResolver())
    expect(result).toMatchObject({ kind: expect.stringMatching(/^(value|delivered)$/) })
  })

  test.each(ways)('by a %s to this machine, under any name', async way => {
    for (const form of ['http://127.1:4/', 'http://localhost:4/', 'http://app.localhost:4/', 'http://[::1]:4/']) {
      const result = await waysOut[way](atPort(form, port), { allowLoopback: true }, createResolver())
      expect(result).toMatchObject({ kind: expect.stringMatching(/^(value|delivered)$/) })
    }
  })

  test.each(ways)('by a %s over TLS, which it does not support', async way => {
    const [connected, read] = [connections(), bytes()]
    await resultOf(() => waysOut[way](`https://127.0.0.1:${port}/`, { allowLoopback: true }, createResolver()))
    expect(connections()).toBeGreaterThan(connected)
    await until(() => bytes() > read)
  })
})

test('addresses opened by the operator do not include cloud metadata services', async () => {
  const resolve = ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, [{ address: '169.254.169.254', family: 4 }])) as unknown as typeof lookup
  const policy = { allowedOrigins: ['http://models.example.com', 'http://169.254.169.254'], resolve }
  for (const address of policy.allowedOrigins) {
    const reason = await createGuardedFetch(policy)(address).catch(error => error)
    expect(String(reason.cause ?? reason)).toContain('BlockedTargetError')
  }
})

/** A request as it goes out where nothing looks at its address. */
function unguarded(url: URL): Promise<void> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise(resolve => {
    const sent = request(url, { lookup: createResolver(), timeout: 1000 })
    sent.on('error', () => {}).on('close', resolve)
    sent.on('response', answer => answer.resume())
    sent.on('timeout', () => sent.destroy())
    sent.end()
  })
}
