import { afterEach, describe, expect, test } from 'vitest'
import type { Api } from '../support/api.ts'
import { type Receiver, type Respond, startReceiver, until } from '../support/receiver.ts'
import { createBot, publishScenario, refund } from '../support/samples.ts'
import { deliveryTimeoutMs, lastWaitMs, type World } from '../support/world.ts'

/** The event that a result is ready. */
export function webhookContract(world: () => World): void {
  const receivers: Receiver[] = []
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map(receiver => receiver.close()))
  })
  const shop = async (respond?: Respond) => {
    const receiver = await startReceiver(respond)
    receivers.push(receiver)
    return shopOf(world().api, receiver)
  }
  const shopOf = async (api: Api, receiver: Receiver, path = '/hook') => {
    const bot = await createBot(api, { webhook_url: `${receiver.url}${path}` })
    const complete = async (body: object = {}): Promise<string> =>
      (await api('POST', `/bots/${bot}/completion`, { prompt: 'Where is my refund?', ...body })).body.unique_id
    const record = async (id: string) => (await api('GET', `/completion-log/journal?unique_id=${id}`)).body.data[0]
    const settled = async (id: string) => {
      await until(async () => ['DELIVERED', 'FAILED'].includes((await record(id)).webhook_status))
      return record(id)
    }
    return { api, receiver, bot, complete, record, settled }
  }

  /** Makes the service look at what is due: a failed attempt does, also one to another bot. */
  const lookAtDue = async () => {
    const other = await shop((_, count) => ({ status: count === 1 ? 503 : 200 }))
    await other.settled(await other.complete())
  }

  /** Lets the date pass the last wait of every delivery until what is expected holds. */
  const passLastWait = async (holds: () => Promise<boolean>) => {
    const { time } = world()
    let movedMs = 0
    await until(async () => {
      if (await holds()) return true
      time.moveOn(2 * lastWaitMs)
      movedMs += 2 * lastWaitMs
      await lookAtDue()
      return false
    })
    time.moveOn(-movedMs)
  }

  describe('webhooks', () => {
    test('a result has the fields of the contract, with the data of the caller', async () => {
      const { api, bot, receiver, complete, settled } = await shop()
      await publishScenario(api, bot, refund)
      const meta = { z: 1, a: { text: 'ö😀', list: [null, true] } }
      const id = await complete({ meta })
      const [received] = await receiver.waitFor(1)
      expect(received?.body).toEqual({
        response: { message: 'A refund takes 3 days.\n\nWrite to us after that.' },
        meta: { unique_id: id, bot_unique_id: bot, meta },
        type: 'SUCCESS',
        error: false,
      })
      expect(received).toMatchObject({
        path: '/hook',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      })
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED', webhook_error: null })
      expect(receiver.received).toHaveLength(1)
    })

    test('the data of the caller is returned byte for byte', async () => {
      const { api, bot, receiver, settled } = await shop()
      const meta = '{ "b": -0, "a": 12345678901234567890,\n "2": 1.10e2, "1": "\\u0451\\/", "a": [ 1E-7 ] }'
      await api.raw('POST', `/bots/${bot}/completion`, `{"prompt":"Hello","meta":${meta} , "mode":"SUPPORT"}`)
      const [received] = await receiver.waitFor(1)
      expect(received?.text).toContain(`"meta":${meta}}`)
      await settled(received?.body.meta.unique_id)
    })

    test('long data of the caller is returned compact, with all digits and in the same order', async () => {
      const { api, bot, receiver, settled } = await shop()
      const meta = `{ "b": -0,${' \n'.repeat(20_000)}"a": 12345678901234567890, "2": "a  \\" b", "1": [ 1.10e2 ] }`
      await api.raw('POST', `/bots/${bot}/completion`, `{"prompt":"Hello","meta":${meta},"mode":"SUPPORT"}`)
      const [received] = await receiver.waitFor(1)
      expect(received?.text).toContain('"meta":{"b":-0,"a":12345678901234567890,"2":"a  \\" b","1":[1.10e2]}}')
      await settled(received?.body.meta.unique_id)
    })

    test('a result is signed: the headers of Standard Webhooks are sent with the body', async () => {
      const { receiver, complete, settled } = await shop((_, count) => ({ status: count > 1 ? 200 : 500 }))
      const begun = Math.floor(Date.now() / 1000)
      const id = await complete()
      await settled(id)
      const ended = Math.floor(Date.now() / 1000)
      const signatures = receiver.received.map(({ headers }) => headers['webhook-signature'])
      for (const { headers } of receiver.received) {
        expect(headers).toMatchObject({
          'webhook-id': id,
          'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
          'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
        })
        expect(Number(headers['webhook-timestamp'])).toBeGreaterThanOrEqual(begun)
        expect(Number(headers['webhook-timestamp'])).toBeLessThanOrEqual(ended)
      }
      expect(signatures).toHaveLength(2)
    })

    test('results of a dialogue have a number that grows with each request, and is the same at every attempt', async () => {
      const { receiver, api, bot, complete, settled } = await shop((_, count) => ({ status: count === 1 ? 500 : 200 }))
      const { body: dialogue } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 5 })
      const ids: string[] = []
      for (const _ of [1, 2, 3]) ids.push(await complete({ dialogue_id: dialogue.unique_id }))
      for (const id of ids) await settled(id)
      const numbers = ids.map(id => {
        const its = receiver.received.filter(({ body }) => body.meta.unique_id === id)
        const sent = new Set(its.map(({ headers }) => headers['x-scenewright-sequence']))
        expect([...sent]).toEqual([expect.stringMatching(/^[1-9]\d*$/)])
        return Number([...sent][0])
      })
      expect(receiver.received).toHaveLength(4)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    })

    test('no response of the service shows the secret', async () => {
      const { api, bot } = await shop()
      const answers = await Promise.all([api('GET', '/bots?take=100'), api('PATCH', `/bots/${bot}`, {})])
      for (const answer of answers) expect(JSON.stringify(answer.body)).not.toMatch(/secret|whsec_/)
    })

    test('without a meta of the caller the result has none', async () => {
      const { receiver, complete } = await shop()
      await complete()
      const [received] = await receiver.waitFor(1)
      expect(Object.keys(received?.body.meta)).toEqual(['unique_id', 'bot_unique_id'])
    })

    test.each([200, 201, 204, 299])('%i is the end of it', async status => {
      const { receiver, complete, settled } = await shop(() => ({ status }))
      expect(await settled(await complete())).toMatchObject({ webhook_status: 'DELIVERED', webhook_error: null })
      expect(receiver.received).toHaveLength(1)
    })

    test('a bot without an address delivers nothing, and its answer is in the journal', async () => {
      const { api, bot, receiver, complete, record } = await shop()
      await api('PATCH', `/bots/${bot}`, { webhook_url: null })
      const id = await complete()
      await until(async () => (await record(id)).status === 'SUCCESS')
      expect(await record(id)).toMatchObject({
        answer: expect.any(String),
        webhook_status: 'NONE',
        webhook_error: null,
      })
      expect(receiver.received).toHaveLength(0)
    })

    test('removing the address ends waiting deliveries', async () => {
      const { api, bot, complete, settled } = await shop(async () => {
        await api('PATCH', `/bots/${bot}`, { webhook_url: null })
        return { status: 500 }
      })
      expect(await settled(await complete())).toMatchObject({
        status: 'SUCCESS',
        webhook_status: 'FAILED',
        webhook_error: 'The bot has no webhook address any more.',
      })
    })

    test('if nothing listens, it is sent again, to the address that is set meanwhile', async () => {
      const gone = await startReceiver()
      await gone.close()
      const { api, bot, receiver, complete, record, settled } = await shop()
      await api('PATCH', `/bots/${bot}`, { webhook_url: gone.url })
      const id = await complete()
      await until(async () => (await record(id)).webhook_error !== null)
      expect(await record(id)).toMatchObject({ webhook_status: 'PENDING' })
      await api('PATCH', `/bots/${bot}`, { webhook_url: receiver.url })
      await passLastWait(async () => receiver.received.length > 0)
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED', webhook_error: null })
      expect(receiver.received).toHaveLength(1)
    })

    test('a name that does not resolve is accepted, and the delivery reports it', async () => {
      const { api, bot, complete, record } = await shop()
      const changed = await api('PATCH', `/bots/${bot}`, { webhook_url: 'https://nowhere.invalid/hook' })
      expect(changed.status).toBe(200)
      const id = await complete()
      await until(async () => (await record(id)).webhook_error !== null)
      expect(await record(id)).toMatchObject({ status: 'SUCCESS', webhook_error: expect.any(String) })
    })

    test.each([408, 429, 500, 503, null])('after %s the same result is sent again', async status => {
      const { receiver, complete, settled } = await shop((_, count) =>
        count > 1 ? { status: 204 } : status === null ? null : { status },
      )
      const id = await complete()
      const [first, second] = await receiver.waitFor(2)
      expect(second?.text).toBe(first?.text)
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
      expect(await settled(id)).toMatchObject({ status: 'SUCCESS', webhook_status: 'DELIVERED', webhook_error: null })
    })

    test.each([301, 302, 307, 400, 404, 410])('after %i it is not, and no redirect is followed', async status => {
      const { receiver, complete, settled } = await shop(() => ({ status, headers: { location: '/elsewhere' } }))
      const record = await settled(await complete())
      expect(record).toMatchObject({ status: 'SUCCESS', webhook_status: 'FAILED', webhook_error: expect.any(String) })
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    })

    test('the schedule ends', async () => {
      const { receiver, complete, record } = await shop(() => ({ status: 500 }))
      const id = await complete()
      await receiver.waitFor(3)
      expect(await record(id)).toMatchObject({ status: 'SUCCESS', webhook_status: 'PENDING' })
      await passLastWait(async () => (await record(id)).webhook_status !== 'PENDING')
      expect(await record(id)).toMatchObject({ status: 'SUCCESS', webhook_status: 'FAILED' })
      expect(receiver.received).toHaveLength(4)
    })

    test('a receiver that does not answer in time is tried again', async () => {
      const never = new Promise<null>(() => {})
      const { receiver, complete, settled } = await shop((_, count) => (count === 1 ? never : { status: 200 }))
      const id = await complete()
      await receiver.waitFor(1)
      await world().time.release(deliveryTimeoutMs)
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED' })
      expect(receiver.received).toHaveLength(2)
    })

    test('a Retry-After is waited for', async () => {
      const hour = 3_600_000
      const { receiver, complete, record, settled } = await shop((_, count) =>
        count > 1 ? { status: 200 } : { status: 503, headers: { 'retry-after': '3600' } },
      )
      const id = await complete()
      await until(async () => (await record(id)).webhook_error !== null)
      const sentOf = (of: string) => receiver.received.filter(({ body }) => body.meta.unique_id === of)
      // Whatever is sent in the meantime, this one waits.
      await settled(await complete())
      expect(sentOf(id)).toHaveLength(1)
      world().time.moveOn(hour)
      await lookAtDue()
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED' })
      expect(sentOf(id)).toHaveLength(2)
      world().time.moveOn(-hour)
    })

    test('a clock that goes back does not lengthen the wait for the next attempt', async () => {
      const hour = 3_600_000
      const { receiver, complete, record, settled } = await shop((_, count) =>
        count > 1 ? { status: 200 } : { status: 503, headers: { 'retry-after': '3600' } },
      )
      const id = await complete()
      await until(async () => (await record(id)).webhook_error !== null)
      const { time } = world()
      time.moveOn(-2 * hour)
      await lookAtDue()
      expect((await record(id)).webhook_status).toBe('PENDING')
      time.moveOn(hour)
      await lookAtDue()
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED' })
      expect(receiver.received).toHaveLength(2)
      time.moveOn(hour)
    })

    test('the next attempt is sent to the current address of the bot', async () => {
      const other = await startReceiver()
      receivers.push(other)
      const { api, bot, complete, settled, receiver } = await shop(async () => {
        await api('PATCH', `/bots/${bot}`, { webhook_url: `${other.url}/new` })
        return { status: 500 }
      })
      const id = await complete()
      expect((await other.waitFor(1))[0]?.body.meta.unique_id).toBe(id)
      expect(await settled(id)).toMatchObject({ webhook_status: 'DELIVERED' })
      expect(receiver.received).toHaveLength(1)
    })

    test('at most four run concurrently to one target, and another target waits for none of them', async () => {
      let underWay = 0
      let most = 0
      let letGo = () => {}
      const gate = new Promise<void>(resolve => {
        letGo = resolve
      })
      const slow = await shop(async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await gate
        underWay -= 1
        return { status: 200 }
      })
      const quick = await shop()
      const ids = await Promise.all(Array.from({ length: 12 }, () => slow.complete()))
      await slow.receiver.waitFor(4)
      await quick.settled(await quick.complete())
      letGo()
      await Promise.all(ids.map(id => slow.settled(id)))
      expect(most).toBe(4)
    })

    test('a receiver that hangs delays no results of another account to the same host', async () => {
      const ends: (() => void)[] = []
      const slow = await shop(({ path }) =>
        path === '/quick' ? { status: 200 } : new Promise(resolve => ends.push(() => resolve({ status: 200 }))),
      )
      const quick = await shopOf(world().stranger, slow.receiver, '/quick')
      const ids = await Promise.all(Array.from({ length: 8 }, () => slow.complete()))
      await slow.receiver.waitFor(4)
      expect(await quick.settled(await quick.complete())).toMatchObject({ webhook_status: 'DELIVERED' })
      expect(slow.receiver.received.filter(({ path }) => path === '/hook')).toHaveLength(4)
      await until(() => {
        for (const end of ends.splice(0)) end()
        return slow.receiver.received.length === ids.length + 1
      })
      await Promise.all(ids.map(id => slow.settled(id)))
    })
  })
}
