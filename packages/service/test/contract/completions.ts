import { describe, expect, test } from 'vitest'
import { answered } from '../support/answered.ts'
import { until } from '../support/receiver.ts'
import { createBot, delivery, publishScenario, refund, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** Completions, dialogues and the journal. */
export function completionContract(world: () => World): void {
  const shop = async (fields: object = {}) => {
    const { api } = world()
    const bot = await createBot(api, fields)
    const scenario = await publishScenario(api, bot, refund)
    await publishScenario(api, bot, delivery)
    return { api, bot, scenario, say: (prompt: string, rest: object = {}) => answered(api, bot, { prompt, ...rest }) }
  }

  describe('completions', () => {
    test('a message that starts a scenario is answered with its replies, and counted', async () => {
      const { api, bot, scenario, say } = await shop()
      const record = await say('where is my refund')
      expect(record).toEqual({
        unique_id: expect.any(String),
        prompt: 'where is my refund',
        status: 'SUCCESS',
        tool_calls_count: 0,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        bot: expect.objectContaining({ unique_id: bot, name: 'Shop' }),
        completion_token_usages: [
          {
            unique_id: expect.any(String),
            completion_unique_id: record.unique_id,
            type: 'REGULAR',
            mode: 'PROMPTER',
            created_at: expect.any(String),
            gpt_model: 'llm_provider_a',
            gpt_version: '',
            gpt_version_label: '',
            tokens_used: 0,
            source: 'LOCAL',
            historical_analysis_job_id: null,
          },
        ],
        dialogue_id: null,
        answer: 'A refund takes 3 days.\n\nWrite to us after that.',
        webhook_status: 'NONE',
        webhook_error: null,
      })
      const { body } = await api('PATCH', `/bots/${bot}/scenarios/${scenario.unique_id}`, {})
      expect(body._count.runs).toBe(1)
    })

    test('a message that starts nothing gets a sentence in the language of the bot', async () => {
      const { say } = await shop({ primary_language: 'de' })
      expect(await say('What is the capital of France?')).toMatchObject({
        status: 'SUCCESS',
        answer: 'Leider wurde keine Antwort gefunden.',
      })
    })

    test('the mode DIRECT runs no scenario, the mode SUPPORT does', async () => {
      const { say } = await shop()
      expect(await say('Where is my refund?', { mode: 'DIRECT' })).toMatchObject({
        answer: 'Sorry, no answer was found.',
      })
      expect(await say('Where is my refund?', { mode: 'SUPPORT' })).toMatchObject({
        answer: expect.stringContaining('3 days'),
      })
    })

    test('an inactive or changed scenario takes effect immediately', async () => {
      const { api, bot, scenario, say } = await shop()
      const active = `/bots/${bot}/scenarios/${scenario.unique_id}/active`
      await api('PATCH', active, { is_active: false })
      expect(await say('Where is my refund?')).toMatchObject({ answer: 'Sorry, no answer was found.' })
      await api('PATCH', active, { is_active: true })
      expect(await say('Where is my refund?')).toMatchObject({ answer: expect.stringContaining('3 days') })
    })

    test('several matching topics are offered by number, and the number picks one', async () => {
      const { api, say, bot } = await shop({
        scenario_clarify_enabled: true,
        scenario_clarify_margin: 100,
        scenario_clarify_min_confidence: 0,
      })
      const { body: dialogue } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 5 })
      const dialogue_id = dialogue.unique_id
      expect(await say('refund delivery', { dialogue_id })).toMatchObject({
        status: 'SUCCESS',
        answer: expect.stringMatching(
          /^Please choose a topic:\n1\. (Refund status|Delivery time)\n2\. (Refund status|Delivery time)$/,
        ),
      })
      expect(await say('1', { dialogue_id: dialogue.dialogue_id })).toMatchObject({
        answer: expect.stringMatching(/3 days|Two days/),
      })
    })

    test('a dialogue has the fields of the contract and no others', async () => {
      const { api } = world()
      const bot = await createBot(api)
      const create = (body: object) => api('POST', `/bots/${bot}/dialogues`, body)
      const { status, body } = await create({ name: 'D', message_limit: 0, operator_limit: 3 })
      expect(status).toBe(201)
      expect(body).toEqual({
        unique_id: expect.any(String),
        dialogue_id: expect.any(String),
        name: 'D',
        message_limit: 0,
        operator_limit: 3,
        successful_messages: 0,
        clarification_attempted: false,
        is_active: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
      for (const wrong of [{ message_limit: 1 }, { name: 'D' }, { name: 'D', message_limit: 101 }]) {
        expect((await create(wrong)).status).toBe(400)
      }
    })

    test.each([0, null])('the operator_limit %j is no limit, and answers show 0', async operator_limit => {
      const { api, bot, say } = await shop()
      const { status, body } = await api('POST', `/bots/${bot}/dialogues`, {
        name: 'D',
        message_limit: 1,
        operator_limit,
      })
      expect([status, body.operator_limit]).toEqual([201, 0])
      expect(await say('Hello', { dialogue_id: body.unique_id })).toMatchObject({ status: 'SUCCESS' })
    })

    test('messages of a dialogue are answered in order, and the one after the limit is sent to an operator', async () => {
      const { api, bot } = await shop()
      const { body } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 5, operator_limit: 2 })
      const records = []
      for (let index = 0; index < 4; index += 1) {
        records.push(await answered(api, bot, { prompt: 'Where is my refund?', dialogue_id: body.unique_id }))
      }
      expect(records.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'OPERATOR', 'OPERATOR'])
      expect(records[0]?.answer).toContain('3 days')
      expect(records[1]?.answer).toBe('Sorry, no answer was found.')
    })

    test('a dialogue may begin with its first message', async () => {
      const { api, bot, say } = await shop()
      const first = await say('Where is my refund?', { dialogue: { name: 'D', message_limit: 2, operator_limit: 2 } })
      expect(first).toMatchObject({ status: 'SUCCESS', dialogue_id: expect.any(String) })
      const { dialogue_id } = first
      expect(await say('Hello', { dialogue_id })).toMatchObject({ status: 'SUCCESS', dialogue_id })
      expect(await say('Hello', { dialogue_id })).toMatchObject({ status: 'OPERATOR', dialogue_id })
      const { body } = await api('GET', `/bots/${bot}/dialogues/${dialogue_id}`)
      expect(body).toMatchObject({ dialogue_id, name: 'D', is_active: false })
    })

    test('an accepted message shows its dialogue, named by either id or new', async () => {
      const { api, bot } = await shop()
      const ask = async (rest: object) => (await api('POST', `/bots/${bot}/completion`, { prompt: 'Hi', ...rest })).body
      const { body: dialogue } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 5 })
      const { unique_id, dialogue_id } = dialogue
      expect((await ask({})).dialogue_id).toBe(null)
      expect((await ask({ dialogue_id })).dialogue_id).toBe(dialogue_id)
      expect((await ask({ dialogue_id: unique_id })).dialogue_id).toBe(dialogue_id)
      const begun = await ask({ dialogue: { name: 'E', message_limit: 5 } })
      expect((await api('GET', `/bots/${bot}/dialogues/${begun.dialogue_id}`)).body).toMatchObject({ name: 'E' })
    })

    test('settings with a dialogue_id are the settings of that dialogue from then on', async () => {
      const { api, bot, say } = await shop()
      const settings = { name: 'D', message_limit: 5, operator_limit: 1 }
      const { dialogue_id } = await say('Hello', { dialogue: settings })
      const read = async () => (await api('GET', `/bots/${bot}/dialogues/${dialogue_id}`)).body
      expect(await say('Hello', { dialogue_id, dialogue: { ...settings, operator_limit: 2 } })).toMatchObject({
        status: 'SUCCESS',
      })
      expect(await read()).toMatchObject({ operator_limit: 2, successful_messages: 2 })
      await say('Hello', { dialogue_id, dialogue: { name: 'New', message_limit: 0 } })
      expect(await read()).toMatchObject({ name: 'New', message_limit: 0, operator_limit: 2, is_active: false })
    })

    test.each([
      [{ prompt: undefined }, 400],
      [{ prompt: '' }, 400],
      [{ prompt: 'x'.repeat(32_769) }, 400],
      [{ mode: 'OTHER' }, 400],
      [{ is_depersonalize: 'no' }, 400],
      [{ meta: [] }, 400],
      [{ meta: 'text' }, 400],
      [{ meta: { a: 'x'.repeat(5113) } }, 400],
      [{ attachment_ids: [unknownId] }, 400],
      [{ dialogue: { name: 'D' } }, 400],
      [{ dialogue: { name: 'D', message_limit: 1 }, dialogue_id: unknownId }, 404],
      [{ dialogue: { name: 'D', message_limit: 1, more: 1 } }, 400],
      [{ dialogue_id: unknownId }, 404],
      [{ dialogue_id: 'nonsense' }, 404],
      [{ more: 1 }, 400],
    ])('%j is rejected with %i', async (change, status) => {
      const { api } = world()
      const { status: actual, body } = await api('POST', `/bots/${await createBot(api)}/completion`, {
        prompt: 'Hello',
        ...change,
      })
      expect(actual).toBe(status)
      if ('dialogue_id' in change && status === 404) expect(body.message).toContain(change.dialogue_id)
    })

    test('the largest meta and prompt are accepted', async () => {
      const { api } = world()
      const body = { prompt: 'ё'.repeat(32_768), meta: { a: 'x'.repeat(5112) }, system_direct: 'S', attachment_ids: [] }
      expect((await api('POST', `/bots/${await createBot(api)}/completion`, body)).status).toBe(201)
    })

    test('25 concurrent requests are all answered once', async () => {
      const { api, bot } = await shop()
      const replies = await Promise.all(
        Array.from({ length: 25 }, () => api('POST', `/bots/${bot}/completion`, { prompt: 'Where is my refund?' })),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array(25).fill(201))
      await until(async () => {
        const { body } = await api('GET', `/completion-log/journal?bot_unique_id=${bot}&status=SUCCESS&take=1`)
        return body.meta.total === 25
      })
    })

    test('the journal is filtered by status, text and days', async () => {
      const { api, bot, say } = await shop()
      await say('Where is my refund?')
      await say('100% other')
      const today = new Date().toISOString().slice(0, 10)
      const total = async (query: string) =>
        (await api('GET', `/completion-log/journal?bot_unique_id=${bot}&${query}`)).body.meta.total
      expect(await total('')).toBe(2)
      expect(await total('search=100%25')).toBe(1)
      expect(await total('search=3%20DAYS')).toBe(1)
      expect(await total('status=ERROR')).toBe(0)
      expect(await total('status=UNHEARD')).toBe(0)
      expect(await total(`start_date=${today}`)).toBe(2)
      expect(await total('end_date=2020-02-29')).toBe(0)
      expect(await total('unique_id=nonsense')).toBe(0)
    })

    test.each([
      'start_date=2026-02-30',
      'end_date=1.2.2026',
      'start_date=2026-02-02&end_date=2026-02-01',
      'take=101',
      'skip=-1',
    ])('a journal with %s is 400', async query => {
      expect((await world().api('GET', `/completion-log/journal?${query}`)).status).toBe(400)
    })
  })
}
