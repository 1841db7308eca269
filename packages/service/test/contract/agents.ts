import { describe, expect, test } from 'vitest'
import { answered } from '../support/answered.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const texts = [
  'greeting_message',
  'greeting_filter',
  'closing_message',
  'closing_filter',
  'spam_filter',
  'spam_fallback_message',
  'system_behavior',
  'executor',
  'executor_fallback_message',
  'constant_context',
  'public_sources_header',
]
const switches = [
  'greeting_message_is_enabled',
  'greeting_filter_is_enabled',
  'closing_message_is_enabled',
  'closing_filter_is_enabled',
  'classify_greeting_is_enabled',
  'classify_closing_is_enabled',
  'classify_operator_is_enabled',
  'classify_spam_is_enabled',
  'spam_filter_is_enabled',
  'system_behavior_is_enabled',
  'executor_is_enabled',
  'constant_context_is_enabled',
  'public_sources_header_is_enabled',
]
const fieldsOf = (names: readonly string[], value: unknown) => Object.fromEntries(names.map(name => [name, value]))

/** Behavior models: how a bot behaves toward customers. */
export function agentContract(world: () => World): void {
  const list = (bot: string, query = '') => world().api('GET', `/bot-agents?bot_unique_id=${bot}${query}`)
  const newAgent = async () => {
    const bot = await createBot(world().api)
    const { data } = (await list(bot)).body
    return { bot, agent: data[0], path: `/bot-agents/${data[0].unique_id}` }
  }

  describe('behavior models', () => {
    test('every bot has one, with exactly the fields of the contract, with all switches off', async () => {
      const { bot, agent, path } = await newAgent()
      expect(agent).toEqual({
        unique_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        name: 'Default',
        ...fieldsOf(texts, ''),
        ...fieldsOf(switches, false),
        public_sources_limit: 5,
        is_active: true,
        is_default: true,
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      })
      expect(Object.keys(agent)).toHaveLength(31)
      expect((await list(bot)).body).toEqual({ data: [agent], meta: { total: 1, skip: 0, take: 10 } })
      expect(await world().api('GET', path)).toMatchObject({ status: 200, body: agent })
    })

    test('every field except is_default can be changed, and absent fields are kept', async () => {
      const { agent, path } = await newAgent()
      const { api } = world()
      const change = {
        name: 'Friendly',
        ...fieldsOf(texts, 'Line one\nline “two”'),
        ...fieldsOf(switches, true),
        public_sources_limit: 0,
      }
      const changed = await api('PATCH', path, change)
      expect(changed).toMatchObject({ status: 200, body: { ...change, unique_id: agent.unique_id, is_active: true } })
      const again = await api('PATCH', path, { public_sources_limit: 100, greeting_message: '' })
      expect(again.body).toMatchObject({ ...change, public_sources_limit: 100, greeting_message: '' })
      expect((await api('GET', path)).body).toEqual(again.body)
      expect(await api('PATCH', path, {})).toMatchObject({ status: 200, body: { name: 'Friendly' } })
    })

    test('a list can be limited to the active ones, or the others', async () => {
      const { bot, path } = await newAgent()
      const totals = async () => [
        (await list(bot)).body.meta.total,
        (await list(bot, '&is_active=true')).body.meta.total,
        (await list(bot, '&is_active=false')).body.meta.total,
      ]
      expect(await totals()).toEqual([1, 1, 0])
      expect((await world().api('PATCH', path, { is_active: false })).body.is_active).toBe(false)
      expect(await totals()).toEqual([1, 0, 1])
      expect((await list(bot, '&skip=1')).body).toEqual({ data: [], meta: { total: 1, skip: 1, take: 10 } })
    })

    test.each([
      [{ name: '' }],
      [{ name: 'x'.repeat(256) }],
      [{ greeting_message: null }],
      [{ greeting_message: 'x'.repeat(32_769) }],
      [{ greeting_message_is_enabled: 'true' }],
      [{ public_sources_limit: -1 }],
      [{ public_sources_limit: 101 }],
      [{ public_sources_limit: 1.5 }],
      [{ is_default: false }],
      [{ unheard_of: 1 }],
    ])('a change to %j is 400 and names the field', async body => {
      const { path, agent } = await newAgent()
      const reply = await world().api('PATCH', path, body)
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect(reply.body.message).toContain(Object.keys(body)[0])
      expect((await world().api('GET', path)).body).toEqual(agent)
    })

    test.each([
      ['', 400],
      ['?is_active=true', 400],
      [`?bot_unique_id=${unknownId}`, 404],
      ['?bot_unique_id=nonsense', 404],
      [`?bot_unique_id=${unknownId}&is_active=yes`, 400],
      [`?bot_unique_id=${unknownId}&skip=-1`, 400],
      [`?bot_unique_id=${unknownId}&take=0`, 400],
      [`?bot_unique_id=${unknownId}&take=101`, 400],
    ])('GET /bot-agents%s is %i', async (query, status) => {
      expect((await world().api('GET', `/bot-agents${query}`)).status).toBe(status)
    })

    test('an unknown one is 404, one of another account 403', async () => {
      const { bot, path } = await newAgent()
      const { api, stranger } = world()
      for (const id of [unknownId, 'nonsense', bot]) {
        const reply = await api('GET', `/bot-agents/${id}`)
        expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
        expect(reply.body.message).toBe(`Behavior model "${id}" not found.`)
        expect((await api('PATCH', `/bot-agents/${id}`, {})).status).toBe(404)
      }
      expect((await stranger('GET', `/bot-agents?bot_unique_id=${bot}`)).status).toBe(403)
      const { status, body } = await stranger('GET', path)
      expect(status).toBe(403)
      expect(body.message).not.toContain(bot)
      expect((await stranger('PATCH', path, { name: 'Mine' })).status).toBe(403)
      expect((await api('GET', path)).body.name).toBe('Default')
    })

    test('a change applies from the next message on', async () => {
      const { bot, path } = await newAgent()
      const { api } = world()
      const say = (prompt: string, rest: object = {}) => answered(api, bot, { prompt, mode: 'SUPPORT', ...rest })
      expect((await say('Hello')).answer).not.toBe('Welcome!')
      await api('PATCH', path, {
        greeting_message: 'Welcome!',
        greeting_message_is_enabled: true,
        classify_greeting_is_enabled: true,
        classify_operator_is_enabled: true,
        executor_fallback_message: 'We do not know.',
        executor_is_enabled: true,
      })
      expect(await say('Hello')).toMatchObject({ status: 'SUCCESS', answer: 'Welcome!' })
      expect(await say('Hello, where is my order?')).toMatchObject({ status: 'SUCCESS', answer: 'We do not know.' })
      expect(await say('Hello', { mode: 'DIRECT' })).not.toMatchObject({ answer: 'Welcome!' })
      const { body: dialogue } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 0 })
      const within = { dialogue_id: dialogue.unique_id }
      expect((await say('I want to talk to a human', within)).status).toBe('OPERATOR')
      expect((await say('Hello', within)).status).toBe('OPERATOR')
      await api('PATCH', path, { is_active: false })
      expect((await say('Hello')).answer).not.toBe('Welcome!')
    })

    test('a filter with phrases beyond the limits is stored, with a warning that counts them', async () => {
      const { bot, path } = await newAgent()
      const { api } = world()
      const phrases = (count: number) => Array.from({ length: count }, (_, at) => `phrase${at}`)
      const fitting = ['', ...phrases(199), '***', '', 'casino', ''].join('\r\n')
      const known = await api('PATCH', path, {
        spam_filter: fitting,
        spam_filter_is_enabled: true,
        spam_fallback_message: 'No.',
        greeting_filter: 'a '.repeat(20),
      })
      expect([known.status, known.headers.get('warning')]).toEqual([200, null])
      expect((await answered(api, bot, { prompt: 'casino', mode: 'SUPPORT' })).answer).toBe('No.')
      const spam_filter = phrases(202).join('\n')
      const closing_filter = `bye\n${'a '.repeat(21)}`
      const { status, headers, body } = await api('PATCH', path, { spam_filter, closing_filter })
      expect({ status, body }).toMatchObject({ status: 200, body: { spam_filter, closing_filter } })
      expect(headers.get('warning')).toMatch(
        /^299 - ".*closing_filter.* 1 phrase .*", 299 - ".*spam_filter.* 2 phrases .*"$/,
      )
      const again = await api('PATCH', path, { name: 'Kept' })
      expect(again.headers.get('warning')).toBe(null)
    })

    test('many concurrent changes have one consistent result', async () => {
      const { path } = await newAgent()
      const names = Array.from({ length: 25 }, (_, index) => `Name ${index}`)
      const replies = await Promise.all(
        names.map(name => world().api('PATCH', path, { name, greeting_message: `of ${name}` })),
      )
      expect(replies.map(({ status }) => status)).toEqual(names.map(() => 200))
      const { name, greeting_message } = (await world().api('GET', path)).body
      expect(names).toContain(name)
      expect(greeting_message).toBe(`of ${name}`)
    })
  })
}
