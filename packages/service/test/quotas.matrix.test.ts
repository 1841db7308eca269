import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineTimers } from '../src/runtime/timers.ts'
import { ask, basic } from './support/api.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { addKnowledge } from './support/knowledge.ts'
import { createBot, documentOf, refund } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

describeOnDatabases('limits of accounts on %s', databases => {
  let passedMs = 0
  const timers = { ...machineTimers, now: () => passedMs }
  let world: World

  beforeAll(async () => {
    const quotas = { bots: 2, documents: 2, storedMb: 1 }
    world = await startWorld(await databases.newOwnedPlace(), { quotas, requestsPerMinute: 60, timers })
  })
  afterAll(async () => {
    await world?.close()
  })

  test('bots, documents and stored bytes: what exceeds a limit is 429 and not stored, until there is room again', async () => {
    const { api, stranger, service, account } = world
    const bot = await createBot(api)
    const other = await createBot(api)
    const add = () => api('POST', '/bots', { name: 'Third', gpt_model: 'llm_provider_a' })
    const refused = {
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('limit of 2 bots') },
    }
    const tried = await add()
    expect(tried).toMatchObject(refused)
    expect(tried.headers.get('retry-after')).toBe('60')
    expect((await api('GET', '/bots')).body.meta.total).toBe(2)
    expect(await createBot(stranger)).toEqual(expect.any(String))
    passedMs += 1500
    const added = await Promise.all(
      Array.from({ length: 10 }, () => stranger('POST', '/bots', { name: 'More', gpt_model: 'llm_provider_a' })),
    )
    expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(429)])
    await api('DELETE', `/bots/${other}`)
    // What is refused for another reason takes no place.
    const unsafe = { name: 'Third', gpt_model: 'llm_provider_a', webhook_url: 'http://shop.example/' }
    expect((await api('POST', '/bots', unsafe)).status).toBe(400)
    expect(await add()).toMatchObject({ status: 201 })
    expect(await add()).toMatchObject(refused)

    const document = await addKnowledge(api, bot, { name: 'A', content: 'Refunds take three days.' })
    const parcels = { name: 'B', document_id: 'parcels', content: 'Parcels take two days.' }
    const parcelsId = (await addKnowledge(api, bot, parcels)).unique_id
    const { knowledge_group_unique_id } = (await api('GET', `/knowledges/${document.unique_id}`)).body
    const third = { bot_unique_id: bot, knowledge_group_unique_id, name: 'C', type: 'TEXT', content: 'Third.' }
    expect(await api('POST', '/knowledges', third)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('limit of 2 documents') },
    })
    await addKnowledge(api, bot, parcels)
    await addKnowledge(api, bot, { ...parcels, content: 'Parcels take three days.' })
    await addKnowledge(api, bot, { name: 'A', content: 'Refunds take three days.' })

    const transfer = {
      source_bot_unique_id: bot,
      target_bot_unique_id: (await api('GET', '/bots')).body.data[0].unique_id,
    }
    expect(await api('POST', '/knowledge-transfer', transfer)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('limit of 2 documents') },
    })

    const incompressible = (bytes = 450_000) => randomBytes(bytes).toString('base64')
    const change = (fields: object) => api('PATCH', `/knowledges/${document.unique_id}`, fields)
    const grow = (bytes?: number) => change({ content: incompressible(bytes) })
    expect((await grow()).status).toBe(200)
    const full = { status: 429, body: { message: expect.stringContaining('limit of 1 MB') } }
    expect(await grow(900_000)).toMatchObject(full)
    // Nothing is added: other content, the same content again, less of it.
    expect((await grow()).status).toBe(200)
    const sent = { bot_unique_id: bot, knowledge_group_unique_id, name: 'A', type: 'TEXT', document_id: 'a' }
    const content = incompressible(440_000)
    expect((await change({ document_id: 'a', content })).status).toBe(200)
    for (const each of [content, content, incompressible(430_000)]) {
      expect((await api('POST', '/knowledges', { ...sent, content: each })).status).toBe(201)
    }
    expect(await api('POST', '/knowledges', { ...sent, content: incompressible(900_000) })).toMatchObject(full)
    // What was compressed well takes what it has stored, not its length.
    expect((await change({ content: 'word '.repeat(160_000) })).status).toBe(200)
    expect((await api('PATCH', `/knowledges/${parcelsId}`, { content: incompressible(580_000) })).status).toBe(200)
    expect(await grow()).toMatchObject(full)
    expect((await api('PATCH', `/knowledges/${parcelsId}`, { content: 'Parcels.' })).status).toBe(200)
    expect((await grow()).status).toBe(200)
    expect(await api('POST', '/attachments', { name: 'a', content: incompressible() })).toMatchObject(full)
    const streamed = await ask(`${service.url}/api/v1/attachments`, {
      method: 'POST',
      headers: { authorization: basic(account.email, account.api_key), 'content-type': 'application/json' },
      // Without a length: in chunks.
      body: new Blob([JSON.stringify({ name: 'a', content: incompressible() })]).stream(),
      duplex: 'half',
    })
    expect(streamed).toMatchObject(full)
    const scenario = documentOf({ ...refund, layout: { text: incompressible() } })
    expect(await api('POST', `/bots/${bot}/scenarios/import`, scenario)).toMatchObject(full)
    passedMs += 1000
    expect(await grow(900_000)).toMatchObject(full)
    expect((await change({ content: 'Short.' })).status).toBe(200)
    expect((await api('POST', '/attachments', { name: 'a', content: incompressible() })).status).toBe(201)
    expect(await grow()).toMatchObject(full)
  })

  test('requests: more than an account may send in a minute are 429, and other accounts are not delayed', async () => {
    const { api, stranger, inactive } = world
    passedMs += 60_000
    const statuses = new Map<number, number>()
    for (let count = 0; count < 62; count += 1) {
      const { status, headers, body } = await api('GET', '/bots')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 429) continue
      expect(headers.get('retry-after')).toBe('1')
      expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    }
    expect([...statuses]).toEqual([
      [200, 60],
      [429, 2],
    ])
    expect((await stranger('GET', '/bots')).status).toBe(200)
    expect((await inactive('GET', '/bots')).status).toBe(403)
    passedMs += 1000
    expect((await api('GET', '/bots')).status).toBe(200)
  })
})
