import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import { type IssuedAccount, type ServiceOptions, startService } from '../src/index.ts'
import { callFunction } from '../src/resources/functions/call.ts'
import { createUntrustedWork } from '../src/resources/functions/untrusted-work.ts'
import { atPort, leadsHere, leadsInside } from './egress-hostile-forms.ts'
import { type Listener, listenOn } from './egress-listener.ts'
import { createResolver, divertPublic } from './egress-resolver.ts'
import { functionAt } from './functions-sample.ts'
import { type Api, createApi } from './support/api.ts'
import { newOwnedPlace, type OwnedPlace } from './support/databases.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { noTimers } from './support/test-timers.ts'

const forms = [...leadsHere, ...leadsInside, 'https://rebind.example.com:4/', 'https://mixed-first.example.com:4/']
let victim: Listener
let place: OwnedPlace
let account: IssuedAccount

beforeAll(async () => {
  divertPublic()
  victim = await listenOn()
  place = await newOwnedPlace()
  account = place.accounts.owner
})

afterAll(async () => {
  vi.restoreAllMocks()
  await victim.close()
})

async function withService(options: Partial<ServiceOptions>, work: (api: Api) => Promise<void>): Promise<void> {
  const delivery = { schedule: [0, 20] }
  const service = await startService({ ...place, delivery, resolve: createResolver(), ...options })
  await work(createApi(service.url.replace('0.0.0.0', '127.0.0.1'), account))
  await service.close()
}

/** The forms that the service takes as webhook addresses, each with what became of a result that was sent there. */
async function deliverToAll(api: Api): Promise<readonly (readonly [form: string, status: string])[]> {
  const changed = await createBot(api)
  const sent = forms.map(async form => {
    const webhook_url = atPort(form, victim.port)
    const { status } = await api('PATCH', `/bots/${changed}`, { webhook_url })
    const made = await api('POST', '/bots', { name: 'B', gpt_model: 'llm_provider_a', webhook_url })
    expect([
      [200, 201],
      [400, 400],
    ]).toContainEqual([status, made.status])
    if (status === 400) return []
    const bot = made.body.unique_id
    const { body } = await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    let webhook = 'PENDING'
    await until(async () => {
      const journal = await api('GET', `/completion-log/journal?unique_id=${body.unique_id}`)
      webhook = journal.body.data[0].webhook_status
      return webhook === 'FAILED' || webhook === 'DELIVERED'
    })
    return [[form, webhook] as const]
  })
  return (await Promise.all(sent)).flat()
}

/** The forms that the service takes as addresses of functions, each with what became of a call. */
async function callAll(api: Api): Promise<readonly (readonly [form: string, kind: string])[]> {
  const untrusted = createUntrustedWork()
  const means = {
    fetch: createGuardedFetch({ resolve: createResolver() }),
    vault: undefined,
    untrusted,
    timers: noTimers,
    account: 'a',
  }
  const bot = await createBot(api)
  const called: (readonly [string, string])[] = []
  for (const form of forms) {
    const { status, body } = await api('POST', '/bot-tools', {
      bot_unique_id: bot,
      name: 'f',
      description: '',
      request_method: 'GET',
      request_url: atPort(form, victim.port),
      input_schema_json: {},
    })
    expect([201, 400]).toContain(status)
    if (status === 400) continue
    const { kind } = await callFunction(functionAt(body.request_url, { timeout_ms: 500 }), {}, means)
    called.push([form, kind])
  }
  return called
}

/** What only its resolution tells apart from a public name. */
const names = forms.filter(form => /^https:\/\/[a-z0-9.-]+\.example\.com\.?:?/.test(form) && !form.includes('@'))

test('a service that others can reach sends no byte to this machine, whatever its bots and functions request', async () => {
  await withService({ host: '0.0.0.0', behindProxy: true }, async api => {
    expect(await deliverToAll(api)).toEqual(names.map(form => [form, 'FAILED']))
    expect(await callAll(api)).toEqual(names.map(form => [form, 'refused']))
  })
  expect([victim.connections(), victim.bytes()]).toEqual([0, 0])
})

test('a service that may send results to its own machine calls no functions there', async () => {
  await withService({ allowLoopbackWebhooks: true }, async api => {
    expect(await callAll(api)).toEqual(names.map(form => [form, 'refused']))
    expect([victim.connections(), victim.bytes()]).toEqual([0, 0])
    const bot = await createBot(api, { webhook_url: `http://127.1:${victim.port}/hook` })
    await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    await until(() => victim.heard.length === 1)
  })
  expect(victim.bytes()).toBeGreaterThan(0)
})
