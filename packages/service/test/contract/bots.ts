import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** GET, POST and PATCH of bots. */
export function botContract(world: () => World): void {
  const post = (body: object) => world().api('POST', '/bots', { name: 'B', gpt_model: 'llm_provider_a', ...body })

  describe('bots', () => {
    test('a new bot has the fields of the contract, their defaults, and no others', async () => {
      expect(await post({ gpt_version: 'v', embedding_version: 'e' })).toMatchObject({ status: 201 })
      expect((await post({})).body).toEqual({
        unique_id: expect.stringMatching(uuid),
        name: 'B',
        primary_language: 'ru',
        first_line_greeting_enabled: false,
        first_line_greeting_text: '',
        rag_clarify_enabled: false,
        scenario_clarify_enabled: false,
        scenario_clarify_min_confidence: 55,
        scenario_clarify_margin: 12,
        allow_public_sources_in_support: false,
        tools_enabled: false,
        anonymize_pii: false,
        max_output_tokens: 4096,
        created_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
      })
    })

    test.each([
      [{ name: undefined }],
      [{ name: 1 }],
      [{ name: '' }],
      [{ name: 'x'.repeat(256) }],
      [{ gpt_model: 'llm_provider_e' }],
      [{ gpt_model: undefined }],
      [{ primary_language: 'xx' }],
      [{ first_line_greeting_enabled: 'true' }],
      [{ scenario_clarify_min_confidence: -1 }],
      [{ scenario_clarify_min_confidence: 101 }],
      [{ scenario_clarify_margin: '5' }],
      [{ max_output_tokens: 0 }],
      [{ unheard_of: 1 }],
    ])('%j is 400 and names the field', async body => {
      const reply = await post(body)
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', error: 'Bad Request' } })
      expect(reply.body.message).toContain(Object.keys(body)[0])
    })

    test.each([
      [{ scenario_clarify_min_confidence: 0, scenario_clarify_margin: 100 }],
      [{ scenario_clarify_min_confidence: 100, scenario_clarify_margin: 0 }],
      [{ primary_language: 'tk', max_output_tokens: 32_768, tools_enabled: true, anonymize_pii: true }],
    ])('%j is accepted and returned', async body => {
      expect(await post(body)).toMatchObject({ status: 201, body })
    })

    test('a list has pages, an order and a search that takes all signs literally', async () => {
      const mark = `50%_\\.*+?{2}^$(|)[a-z]"'#-/:<=>@\`~ ${randomUUID()}`
      for (const name of ['first', 'second', 'third']) await post({ name: `${mark} ${name}` })
      const list = async (query: string) =>
        (await world().api('GET', `/bots?search=${encodeURIComponent(mark)}&${query}`)).body
      const names = async (query: string) =>
        (await list(query)).data.map(({ name }: { name: string }) => name.split(' ')[2])
      expect(await names('order_by=asc')).toEqual(['first', 'second', 'third'])
      expect(await names('')).toEqual(['third', 'second', 'first'])
      expect(await list('skip=1&take=1')).toMatchObject({
        data: [{ name: `${mark} second` }],
        meta: { total: 3, skip: 1, take: 1 },
      })
      expect(await list('skip=99')).toEqual({ data: [], meta: { total: 3, skip: 99, take: 10 } })
      expect((await world().api('GET', '/bots?search=50%25x')).body.data).toEqual([])
    })

    test('a search finds upper and lower case in any script', async () => {
      const mark = randomUUID()
      await post({ name: `${mark} Бот Москва İade Ødegård` })
      const total = async (text: string) =>
        (await world().api('GET', `/bots?search=${encodeURIComponent(`${mark} ${text}`)}`)).body.meta.total
      for (const text of ['бот москва', 'БОТ', 'Бот Москва iade ØDEGÅRD']) expect(await total(text), text).toBe(1)
      for (const text of ['бит', 'бот москвь']) expect(await total(text), text).toBe(0)
    })

    test.each([
      'skip=-1',
      'skip=x',
      'skip=1&skip=2',
      'skip=2147483648',
      'take=0',
      'take=-1',
      'take=101',
      'order_by=up',
    ])('GET /bots?%s is 400', async query => {
      expect((await world().api('GET', `/bots?${query}`)).status).toBe(400)
    })

    test('an unknown query field is not an error', async () => {
      expect((await world().api('GET', '/bots?unheard_of=1&take=100')).status).toBe(200)
    })

    test('an update returns only the id and the webhook address, and null clears it', async () => {
      const { api } = world()
      const bot = await createBot(api)
      const set = await api('PATCH', `/bots/${bot}`, { webhook_url: 'https://hooks.example.com/x', name: 'New' })
      expect(set).toMatchObject({ status: 200 })
      expect(set.body).toEqual({ unique_id: bot, webhook_url: 'https://hooks.example.com/x' })
      expect((await api('PATCH', `/bots/${bot}`, {})).body.webhook_url).toBe('https://hooks.example.com/x')
      expect((await api('PATCH', `/bots/${bot}`, { webhook_url: null })).body.webhook_url).toBeNull()
      expect((await api('GET', '/bots?search=New')).body.data[0].unique_id).toBe(bot)
    })

    test.each([
      [{ webhook_url: 'http://example.com/' }],
      [{ webhook_url: 'ftp://example.com/' }],
      [{ webhook_url: 'no address' }],
      [{ webhook_url: 'https://user:secret@example.com/' }],
      [{ webhook_url: 'https://10.0.0.1/' }],
      [{ webhook_url: 'https://[::ffff:10.0.0.1]/' }],
      [{ webhook_url: 'https://0xa9fea9fe/' }],
      [{ webhook_url: 'https://169.254.169.254/latest' }],
      [{ webhook_url: 'https://168.63.129.16/' }],
      [{ webhook_url: 'https://[fd00::1]/' }],
      [{ gpt_model: 'llm_provider_a' }],
      [{ name: '' }],
    ])('a change to %j is 400', async body => {
      const { api } = world()
      expect((await api('PATCH', `/bots/${await createBot(api)}`, body)).status).toBe(400)
    })

    test('a change of an unknown bot is 404', async () => {
      expect((await world().api('PATCH', `/bots/${unknownId}`, { webhook_url: null })).status).toBe(404)
    })
  })
}
