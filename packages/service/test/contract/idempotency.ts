import { describe, expect, test } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { createBot } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** Asks with an Idempotency-Key. */
export function askWithKey(api: Api, bot: string, key: string, body: object = { prompt: 'Hello' }): Promise<Reply> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  return api.raw('POST', `/bots/${bot}/completion`, JSON.stringify(body), headers)
}

/** How many completions a bot was asked for. */
export async function countAsked(api: Api, bot: string): Promise<number> {
  return (await api('GET', `/completion-log/journal?bot_unique_id=${bot}`)).body.meta.total
}

/** Requests that are sent again with the same key. */
export function idempotencyContract(world: () => World): void {
  const asker = async () => {
    const { api } = world()
    const bot = await createBot(api)
    return {
      api,
      bot,
      ask: (key: string, body?: object) => askWithKey(api, bot, key, body),
      asked: () => countAsked(api, bot),
    }
  }

  describe('idempotency', () => {
    test('a repeated request with its key has the same answer, and is queued once', async () => {
      const { ask, asked } = await asker()
      const first = await ask('order-1', { prompt: 'Hello', meta: { a: 1, b: 2 } })
      const again = await ask('order-1', { meta: { b: 2, a: 1 }, prompt: 'Hello' })
      expect(first.status).toBe(201)
      expect([again.status, again.body]).toEqual([201, first.body])
      expect(await asked()).toBe(1)
    })

    test('many concurrent requests with a key are one', async () => {
      const { ask, asked } = await asker()
      const replies = await Promise.all(Array.from({ length: 25 }, () => ask('at once')))
      expect(new Set(replies.map(({ status, body }) => `${status} ${body.unique_id}`)).size).toBe(1)
      expect(await asked()).toBe(1)
    })

    test('other keys, and no key, queue each for themselves', async () => {
      const { api, bot, ask, asked } = await asker()
      const replies = await Promise.all([
        ask('a'),
        ask('b'),
        api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' }),
        api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' }),
      ])
      expect(new Set(replies.map(({ body }) => body.unique_id)).size).toBe(4)
      expect(await asked()).toBe(4)
    })

    test('another request with the key is 409, also to another bot; keys of another account are separate', async () => {
      const { api, ask, asked } = await asker()
      const key = 'mine'
      await ask(key)
      expect(await ask(key, { prompt: 'Other' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      expect((await askWithKey(api, await createBot(api), key)).status).toBe(409)
      const { stranger } = world()
      expect((await askWithKey(stranger, await createBot(stranger), key)).status).toBe(201)
      expect(await asked()).toBe(1)
    })

    test('requests whose meta differs in the last of many digits differ', async () => {
      const { api } = world()
      const bot = await createBot(api)
      const ask = (number: string) =>
        api.raw('POST', `/bots/${bot}/completion`, `{"prompt":"Hi","meta":{"b":1,"a":${number}}}`, {
          'content-type': 'application/json',
          'idempotency-key': 'digits',
        })
      const first = await ask('12345678901234567890')
      expect(first.status).toBe(201)
      expect((await ask('12345678901234567890')).body).toEqual(first.body)
      expect((await ask('12345678901234567891')).status).toBe(409)
    })

    test('a rejected request leaves its key free', async () => {
      const { ask } = await asker()
      expect((await ask('free', { prompt: '' })).status).toBe(400)
      expect((await ask('free', { prompt: 'Hello', attachment_ids: ['nonsense'] })).status).toBe(400)
      expect((await ask('free')).status).toBe(201)
    })

    test('a dialogue begins once', async () => {
      const { api, bot, ask } = await asker()
      const body = { prompt: 'Hello', dialogue: { name: 'D', message_limit: 1 } }
      const replies = await Promise.all([ask('begin', body), ask('begin', body), ask('begin', body)])
      expect(new Set(replies.map(reply => reply.body.dialogue_id)).size).toBe(1)
      expect(replies[0]?.body.dialogue_id).toEqual(expect.any(String))
      expect((await api('GET', `/bots/${bot}/dialogues`)).body.meta.total).toBe(1)
    })

    test.each([
      ['', 400],
      ['x'.repeat(255), 201],
      ['x'.repeat(256), 400],
      ['\u00e9 "\'; --', 201],
    ])('the key %j results in %i', async (key, status) => {
      const { ask } = await asker()
      expect((await ask(key)).status).toBe(status)
    })
  })
}
