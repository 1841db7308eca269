import { describe, expect, test } from 'vitest'
import { answered } from '../support/answered.ts'
import { addKnowledge } from '../support/knowledge.ts'
import { startReceiver, until } from '../support/receiver.ts'
import { createBot, delivery, publishScenario, refund, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const findOrder = {
  name: 'find_order',
  description: 'Finds an order by its number.',
  request_method: 'GET',
  request_url: 'https://shop.example.com/orders/{number}',
  input_schema_json: { type: 'object', properties: { number: { type: 'string' } } },
} as const

/** Reading, changing and deleting single things. */
export function recordContract(world: () => World): void {
  const shop = async () => {
    const { api } = world()
    const bot = await createBot(api)
    const scenario = await publishScenario(api, bot, { ...refund, layout: { zoom: 2 }, exit_message: 'Bye.' })
    const { body: tool } = await api('POST', '/bot-tools', { bot_unique_id: bot, ...findOrder })
    const { body: dialogue } = await api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    return {
      api,
      bot,
      scenario,
      tool,
      dialogue,
      paths: {
        bot: `/bots/${bot}`,
        scenario: `/bots/${bot}/scenarios/${scenario.unique_id}`,
        function: `/bot-tools/${tool.unique_id}`,
        dialogue: `/bots/${bot}/dialogues/${dialogue.unique_id}`,
      },
    }
  }

  describe('single records', () => {
    test('a bot read by its id also shows its model and its webhook address', async () => {
      const { api } = world()
      const bot = await createBot(api, { gpt_version: 'v1', webhook_url: 'https://example.com/hook' })
      const { status, body } = await api('GET', `/bots/${bot}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        unique_id: bot,
        name: 'Shop',
        gpt_model: 'llm_provider_a',
        gpt_version: 'v1',
        embedding_version: null,
        webhook_url: 'https://example.com/hook',
      })
    })

    test('a scenario read by its id shows all of its fields', async () => {
      const { api, paths, scenario } = await shop()
      const { body } = await api('GET', paths.scenario)
      expect(body).toEqual({
        ...scenario,
        clarification_label: null,
        description: null,
        examples: refund.examples,
        exclusions: [],
        exit_message: 'Bye.',
        layout: { zoom: 2 },
      })
    })

    test('scenarios and dialogues of a bot are listed in pages', async () => {
      const { api, bot, scenario, dialogue } = await shop()
      const { body: second } = await api('POST', `/bots/${bot}/scenarios`, delivery)
      const { versions: _versions, ...summary } = scenario
      const list = (query: string) => api('GET', `/bots/${bot}/${query}`)
      expect((await list('scenarios?order_by=asc&take=1')).body).toEqual({
        data: [summary],
        meta: { total: 2, skip: 0, take: 1 },
      })
      expect((await list('scenarios?take=1')).body.data).toMatchObject([{ unique_id: second.unique_id }])
      expect((await list('dialogues')).body).toEqual({ data: [dialogue], meta: { total: 1, skip: 0, take: 10 } })
      expect((await list('dialogues?take=101')).status).toBe(400)
    })

    test('a dialogue is read by either of its ids', async () => {
      const { api, bot, dialogue, paths } = await shop()
      expect(await api('GET', paths.dialogue)).toMatchObject({ status: 200, body: dialogue })
      expect((await api('GET', `/bots/${bot}/dialogues/${dialogue.dialogue_id}`)).body).toEqual(dialogue)
    })

    test('a completion read by its id is the journal’s record of it', async () => {
      const { api, bot } = await shop()
      const record = await answered(api, bot, { prompt: 'Where is my refund?' })
      expect(await api('GET', `/completion/${record.unique_id}`)).toMatchObject({ status: 200, body: record })
      expect((await api('GET', `/completion/${unknownId}`)).status).toBe(404)
      expect((await world().stranger('GET', `/completion/${record.unique_id}`)).status).toBe(403)
    })

    test('a record of another account is 403, an unknown one 404', async () => {
      const { api, bot, paths } = await shop()
      const { stranger } = world()
      for (const path of Object.values(paths)) {
        expect((await stranger('GET', path)).status, path).toBe(403)
        expect((await stranger('DELETE', path)).status, path).toBe(403)
        expect((await api('GET', path)).status, path).toBe(200)
      }
      for (const id of [unknownId, 'nonsense']) {
        for (const path of [
          `/bots/${id}`,
          `/bots/${bot}/scenarios/${id}`,
          `/bot-tools/${id}`,
          `/bots/${bot}/dialogues/${id}`,
        ]) {
          expect((await api('GET', path)).status, path).toBe(404)
          expect((await api('DELETE', path)).status, path).toBe(404)
        }
      }
    })
  })

  describe('documents', () => {
    const library = async () => {
      const { api } = world()
      const bot = await createBot(api)
      const first = await addKnowledge(api, bot, {
        name: 'Delivery',
        content: 'Parcels take two days.',
        document_id: 'd',
      })
      const second = await addKnowledge(api, bot, { name: 'Refunds', content: 'Refunds take a week.' })
      return {
        api,
        bot,
        first,
        second,
        path: `/knowledges/${first.unique_id}`,
        list: `/knowledges?bot_unique_id=${bot}`,
      }
    }

    test('documents are listed without their contents, and read with them', async () => {
      const { api, first, second, path, list } = await library()
      expect((await api('GET', list)).body).toEqual({ data: [second, first], meta: { total: 2, skip: 0, take: 10 } })
      expect((await api('GET', `${list}&order_by=asc&take=1`)).body.data).toEqual([first])
      expect((await api('GET', `${list}&search=REF`)).body.data).toEqual([second])
      const { body } = await api('GET', path)
      expect(body).toEqual({
        ...first,
        content: 'Parcels take two days.',
        knowledge_group_unique_id: expect.any(String),
      })
      const group = body.knowledge_group_unique_id
      expect((await api('GET', `${list}&knowledge_group_unique_id=${group}`)).body.meta.total).toBe(2)
      expect((await api('GET', '/knowledges')).status).toBe(400)
    })

    test('another content is searched from then on, and the one before is not', async () => {
      const { api, bot, first, path } = await library()
      expect(await answered(api, bot, { prompt: 'How long do parcels take?' })).toMatchObject({
        answer: expect.stringContaining('two days'),
      })
      const { status, body } = await api('PATCH', path, { content: 'Parcels take five days.', name: 'New' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ unique_id: first.unique_id, name: 'New', document_id: 'd' })
      expect(body.hash_sum).not.toBe(first.hash_sum)
      expect(await answered(api, bot, { prompt: 'How long do parcels take?' })).toMatchObject({
        answer: expect.stringContaining('five days'),
      })
    })

    test('a document_id that another document has is 409, and so is its content if neither has an id', async () => {
      const { api, bot, second, path } = await library()
      const other = `/knowledges/${second.unique_id}`
      expect((await api('PATCH', other, { document_id: 'd' })).status).toBe(409)
      expect((await api('PATCH', path, { document_id: '', content: 'Refunds take a week.' })).status).toBe(409)
      expect((await api('PATCH', path, { content: 'Refunds take a week.' })).status).toBe(200)
      expect((await api('PATCH', path, { document_id: '' })).status).toBe(409)
      const third = await addKnowledge(api, bot, { name: 'T', content: 'Gifts are wrapped.' })
      const change = { content: 'Refunds take a week.' }
      expect((await api('PATCH', `/knowledges/${third.unique_id}`, change)).status).toBe(409)
      expect((await api('PATCH', other, { document_id: 'e' })).status).toBe(200)
      expect((await api('PATCH', `/knowledges/${third.unique_id}`, change)).status).toBe(200)
    })

    test('a blank text is refused in words', async () => {
      const { api, path } = await library()
      const { body } = await api('PATCH', path, { content: ' ' })
      expect(body.message).toBe('The field "content" of the body must not be blank.')
    })

    test.each([{ content: ' ' }, { name: '' }, { type: 'OTHER' }, { bot_unique_id: unknownId }, { is_indexed: 1 }])(
      'a change to %j is 400',
      async change => {
        const { api, path } = await library()
        expect((await api('PATCH', path, change)).status).toBe(400)
      },
    )

    test('a document that was deleted is in no answer, on no list, and may be added again', async () => {
      const { api, bot, first, path, list } = await library()
      expect((await api('DELETE', path)).status).toBe(200)
      for (const method of ['GET', 'DELETE'] as const) expect((await api(method, path)).status).toBe(404)
      expect((await api('PATCH', path, {})).status).toBe(404)
      expect((await api('GET', list)).body.meta.total).toBe(1)
      const { answer } = await answered(api, bot, { prompt: 'How long do parcels take?' })
      expect(answer).not.toContain('two days')
      const again = await addKnowledge(api, bot, { name: 'D', content: 'Parcels take two days.', document_id: 'd' })
      expect(again.unique_id).not.toBe(first.unique_id)
    })

    test('a document of another account is 403, an unknown one 404', async () => {
      const { api, path } = await library()
      const { stranger } = world()
      for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const) {
        expect((await stranger(method, path, body)).status).toBe(403)
        expect((await api(method, `/knowledges/${unknownId}`, body)).status).toBe(404)
        expect((await api(method, '/knowledges/nonsense', body)).status).toBe(404)
      }
    })
  })

  describe('changes of functions', () => {
    test('absent fields are kept, and a header named by its id keeps its value', async () => {
      const { api, tool, paths } = await shop()
      const headers = [
        { header_name: 'X-Key', value: 'very-secret', is_secret: true },
        { header_name: 'X-Other', value: 'other' },
      ]
      const { body: before } = await api('PATCH', paths.function, { headers, timeout_ms: 200 })
      expect(before).toMatchObject({ ...findOrder, timeout_ms: 200, unique_id: tool.unique_id })
      const [key, other] = before.headers
      const { body } = await api('PATCH', paths.function, {
        headers: [
          { unique_id: key.unique_id, header_name: 'X-New-Name' },
          { header_name: 'X-Third', value: '' },
        ],
      })
      expect(body.headers).toMatchObject([
        { unique_id: key.unique_id, header_name: 'X-New-Name', is_secret: true, has_value: true },
        { header_name: 'X-Third', has_value: false },
      ])
      expect(JSON.stringify(body)).not.toContain(other.unique_id)
      expect((await api('GET', paths.function)).body).toEqual(body)
    })

    test('a header keeps its id with a new value, and an id that the function does not have is 400', async () => {
      const { api, paths } = await shop()
      const given = [{ header_name: 'X-Key', value: 'very-secret' }]
      const { body: before } = await api('PATCH', paths.function, { headers: given })
      const [{ unique_id }] = before.headers
      const renewed = await api('PATCH', paths.function, { headers: [{ unique_id, ...given[0], value: 'new' }] })
      expect(renewed.body.headers).toEqual(before.headers)
      const headers = [{ unique_id: unknownId, header_name: 'X-Key' }]
      const { status, body } = await api('PATCH', paths.function, { headers })
      expect([status, body.message]).toEqual([400, expect.stringContaining(unknownId)])
      expect((await api('GET', paths.function)).body.headers).toEqual(before.headers)
    })

    test('a change is checked with the values that headers keep', async () => {
      const { api, paths, tool } = await shop()
      const { properties } = tool.input_schema_json
      const schema = (fields: object) => ({
        input_schema_json: { type: 'object', properties: { ...properties, ...fields } },
      })
      const headers = [{ header_name: 'X-Key', value: 'Bearer {token}' }]
      const { status, body: before } = await api('PATCH', paths.function, { headers, ...schema({ token: {} }) })
      expect(status).toBe(200)
      const [{ unique_id }] = before.headers
      for (const kept of [{}, { headers: [{ unique_id, header_name: 'X-Other' }] }]) {
        const { status, body } = await api('PATCH', paths.function, { ...schema({}), ...kept })
        expect([status, body.message]).toEqual([400, expect.stringMatching(/X-Key|X-Other/)])
        expect(body.message).not.toContain('token')
      }
      const cleared = { headers: [{ unique_id, header_name: 'X-Key', value: null }] }
      expect((await api('PATCH', paths.function, { ...schema({}), ...cleared })).status).toBe(200)
    })

    test('a header is named at most once', async () => {
      const { api, paths } = await shop()
      const given = [{ header_name: 'X-Key', value: 'very-secret', is_secret: true }]
      const { body: before } = await api('PATCH', paths.function, { headers: given })
      const [{ unique_id }] = before.headers
      for (const other of [{}, { value: 'another' }]) {
        const headers = [
          { unique_id, header_name: 'X-Key' },
          { unique_id: unique_id.toUpperCase(), header_name: 'X-Key', ...other },
        ]
        const { status, body } = await api('PATCH', paths.function, { headers })
        expect([status, body.message]).toEqual([400, expect.stringContaining(unique_id)])
      }
      expect((await api('GET', paths.function)).body).toEqual(before)
    })

    test('the stored value of a header is sent to no other server', async () => {
      const { api, paths, tool } = await shop()
      const headers = [{ header_name: 'X-Key', value: 'very-secret', is_secret: true }]
      const { body: before } = await api('PATCH', paths.function, { headers })
      const [{ unique_id }] = before.headers
      const path = new URL(tool.request_url).pathname
      const elsewhere = `https://other.example.com${path}`
      for (const change of [{}, { headers: [{ unique_id, header_name: 'X-Key' }] }]) {
        const { status, body } = await api('PATCH', paths.function, { request_url: elsewhere, ...change })
        expect([status, body.message]).toEqual([400, expect.stringContaining('X-Key')])
      }
      expect((await api('GET', paths.function)).body).toEqual(before)
      const moved = tool.request_url.replace(path, `/v2${path}`)
      expect((await api('PATCH', paths.function, { request_url: moved })).status).toBe(200)
      const again = { headers: [{ unique_id, header_name: 'X-Key', value: 'other-secret' }] }
      expect((await api('PATCH', paths.function, { request_url: elsewhere, ...again })).status).toBe(200)
      expect((await api('PATCH', paths.function, { request_url: tool.request_url, headers: [] })).status).toBe(200)
    })

    test.each([
      ['an address within', { request_url: 'https://10.0.0.1/' }, 'request_url'],
      ['an argument that the schema has no more', { input_schema_json: {} }, 'number'],
      ['a body that is no JSON', { request_body_template: '{' }, 'request_body_template'],
      ['a forbidden header', { headers: [{ header_name: 'Host', value: 'x' }] }, 'Host'],
      ['another bot', { bot_unique_id: unknownId }, 'bot_unique_id'],
      [
        'a schema that refers to nothing',
        { request_url: 'https://a.example.com/', input_schema_json: { $ref: '#/nothing' } },
        'input_schema_json',
      ],
    ])('%s is 400, and nothing changes', async (_name, change, named) => {
      const { api, paths, tool } = await shop()
      const { status, body } = await api('PATCH', paths.function, change)
      expect(status).toBe(400)
      expect(body.message).toContain(named)
      expect((await api('GET', paths.function)).body).toEqual(tool)
    })
  })

  describe('deletions', () => {
    test.each(['bot', 'scenario', 'function', 'dialogue'] as const)('a %s that was deleted is 404', async kind => {
      const { api, paths } = await shop()
      const { status, body } = await api('DELETE', paths[kind])
      expect(status).toBe(200)
      expect(paths[kind]).toContain(body.unique_id)
      expect(body.deleted_at).toMatch(/\.\d{3}Z$/)
      expect((await api('GET', paths[kind])).status).toBe(404)
      expect((await api('DELETE', paths[kind])).status).toBe(404)
      if (kind !== 'dialogue') expect((await api('PATCH', paths[kind], {})).status).toBe(404)
    })

    test('deleting a bot deletes all of its records, except for its journal', async () => {
      const { api, bot, paths, dialogue } = await shop()
      const record = await answered(api, bot, { prompt: 'Where is my refund?' })
      await api('DELETE', paths.bot)
      for (const path of [paths.scenario, paths.function, paths.dialogue, `/bot-tools?bot_unique_id=${bot}`]) {
        expect((await api('GET', path)).status, path).toBe(404)
      }
      const asked = await api('POST', `/bots/${bot}/completion`, { prompt: 'Hi', dialogue_id: dialogue.unique_id })
      expect(asked.status).toBe(404)
      const { body: bots } = await api('GET', '/bots?take=100')
      expect(bots.data.map(({ unique_id }: { unique_id: string }) => unique_id)).not.toContain(bot)
      const { body: journal } = await api('GET', `/completion-log/journal?unique_id=${record.unique_id}`)
      expect(journal.data).toEqual([{ ...record, bot: expect.objectContaining({ unique_id: bot }) }])
    })

    test('a scenario that was deleted does not start, and is on no list', async () => {
      const { api, bot, paths, scenario } = await shop()
      expect(await answered(api, bot, { prompt: 'Where is my refund?' })).toMatchObject({
        answer: expect.stringContaining('3 days'),
      })
      await api('DELETE', paths.scenario)
      expect(await answered(api, bot, { prompt: 'Where is my refund?' })).toMatchObject({
        answer: 'Sorry, no answer was found.',
      })
      expect((await api('GET', `/bots/${bot}/scenarios`)).body.meta.total).toBe(0)
      const [version] = scenario.versions
      expect((await api('POST', `${paths.scenario}/versions/${version.unique_id}/publish`)).status).toBe(404)
      expect((await api('PATCH', `${paths.scenario}/active`, { is_active: true })).status).toBe(404)
    })

    test('a function that was deleted is on no list, and no scenario can depend on it', async () => {
      const { api, bot, paths } = await shop()
      await api('DELETE', paths.function)
      expect((await api('GET', `/bot-tools?bot_unique_id=${bot}`)).body.data).toEqual([])
      const { status, body } = await api('POST', `/bots/${bot}/scenarios/import`, {
        format: 'service.bot-scenario',
        schema_version: 2,
        scenario: refund,
        dependencies: { functions: [{ name: 'find_order' }] },
      })
      expect(status).toBe(400)
      expect(body.message).toContain('find_order')
    })

    test('a deleted dialogue accepts no more messages', async () => {
      const { api, bot, paths, dialogue } = await shop()
      await api('DELETE', paths.dialogue)
      for (const dialogue_id of [dialogue.unique_id, dialogue.dialogue_id]) {
        expect((await api('POST', `/bots/${bot}/completion`, { prompt: 'Hi', dialogue_id })).status).toBe(404)
      }
      expect((await api('GET', `/bots/${bot}/dialogues`)).body.data).toEqual([])
    })

    test('a bot is not deleted while a result waits for its delivery, and its webhook is not called afterwards', async () => {
      const { api } = world()
      let isOpen = false
      const receiver = await startReceiver(() => ({ status: isOpen ? 200 : 503, headers: { 'retry-after': '1' } }))
      const bot = await createBot(api, { webhook_url: receiver.url })
      const { body } = await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
      await receiver.waitFor(1)
      expect(await api('DELETE', `/bots/${bot}`)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      isOpen = true
      await until(async () => (await api('GET', `/completion/${body.unique_id}`)).body.webhook_status === 'DELIVERED')
      expect((await api('DELETE', `/bots/${bot}`)).status).toBe(200)
      expect((await api('GET', `/completion/${body.unique_id}`)).body.bot.unique_id).toBe(bot)
      await receiver.close()
    })

    test('concurrent deletions and requests never fail, and every accepted request is answered', async () => {
      const { api, bot, paths } = await shop()
      const deleting = Array.from({ length: 5 }, () => api('DELETE', paths.bot))
      const asking = Array.from({ length: 20 }, () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' }))
      const asked = await Promise.all(asking)
      const deleted = await Promise.all(deleting)
      expect(asked.filter(({ status }) => status !== 201 && status !== 404)).toEqual([])
      expect(deleted.filter(({ status }) => status !== 200 && status !== 404 && status !== 409)).toEqual([])
      for (const { body } of asked.filter(({ status }) => status === 201)) {
        await until(async () => (await api('GET', `/completion/${body.unique_id}`)).body.status === 'SUCCESS')
      }
    })
  })
}
