import { describe, expect, test } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { addKnowledge } from '../support/knowledge.ts'
import { until } from '../support/receiver.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** The record of a transfer once it has ended. */
export async function endedTransfer(api: Api, id: string): Promise<Reply['body']> {
  let record: Reply['body']
  await until(async () => {
    record = (await api('GET', `/knowledge-transfer/${id}`)).body
    return record.status === 'SUCCESS' || record.status === 'FAILED'
  })
  return record
}

/** Knowledge that is carried from bot to bot. */
export function transferContract(world: () => World): void {
  const start = (api: Api, source: string, target: string) =>
    api('POST', '/knowledge-transfer', { source_bot_unique_id: source, target_bot_unique_id: target })
  const documents = async (api: Api, bot: string) =>
    (await api('GET', `/knowledges?bot_unique_id=${bot}&order_by=asc&take=100`)).body.data

  const two = async () => {
    const { api } = world()
    const source = await createBot(api, { name: 'Source' })
    const target = await createBot(api, { name: 'Target' })
    await addKnowledge(api, source, {
      name: 'Delivery',
      content: 'Two days.',
      document_id: 'd-1',
      source: 'https://a.b/',
    })
    await addKnowledge(api, source, { name: 'Refunds', content: '100% of the price.', is_indexed: false, type: 'FILE' })
    return { api, source, target }
  }

  describe('transfers', () => {
    test('a transfer copies documents with all of their fields, and has the fields of the contract', async () => {
      const { api, source, target } = await two()
      const { status, body } = await start(api, source, target)
      expect(status).toBe(201)
      expect(body).toEqual({
        unique_id: expect.any(String),
        status: 'PENDING',
        progress: 0,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: expect.any(String),
        source_bot: expect.objectContaining({ unique_id: source, name: 'Source' }),
        target_bot: expect.objectContaining({ unique_id: target, name: 'Target' }),
        error: null,
      })
      expect(await endedTransfer(api, body.unique_id)).toMatchObject({ status: 'SUCCESS', progress: 100, error: null })
      const carried = await documents(api, target)
      expect(carried).toMatchObject([
        { name: 'Delivery', document_id: 'd-1', source: 'https://a.b/', type: 'TEXT', is_indexed: true },
        { name: 'Refunds', document_id: '', type: 'FILE', is_indexed: false },
      ])
      expect(carried.map(({ hash_sum }: { hash_sum: string }) => hash_sum)).toEqual(
        (await documents(api, source)).map(({ hash_sum }: { hash_sum: string }) => hash_sum),
      )
    })

    test('groups are carried by their names', async () => {
      const { api, source, target } = await two()
      const { body: group } = await api('POST', '/knowledge-groups', { bot_unique_id: source, name: 'Prices' })
      await addKnowledge(api, source, { name: 'P', content: 'Ten.', knowledge_group_unique_id: group.unique_id })
      await endedTransfer(api, (await start(api, source, target)).body.unique_id)
      const { body: groups } = await api('GET', `/knowledge-groups?bot_unique_id=${target}`)
      expect(groups.data.map(({ name }: { name: string }) => name).sort()).toEqual(['Prices', 'default'])
    })

    test('a second transfer creates no duplicates', async () => {
      const { api, source, target } = await two()
      await addKnowledge(api, target, { name: 'Another name', content: 'Two days.', document_id: 'd-1' })
      for (const _ of [1, 2]) await endedTransfer(api, (await start(api, source, target)).body.unique_id)
      expect(await documents(api, target)).toHaveLength(2)
    })

    test('documents with the same content are all copied, each with its own document_id', async () => {
      const { api, source, target } = await two()
      for (const document_id of ['a', 'b']) await addKnowledge(api, source, { name: 'P', content: 'Ten.', document_id })
      await endedTransfer(api, (await start(api, source, target)).body.unique_id)
      const ids = (await documents(api, target)).map(({ document_id }: { document_id: string }) => document_id)
      expect(ids).toEqual(expect.arrayContaining(['a', 'b']))
    })

    test('the transfers of a target are listed, newest first, and filtered', async () => {
      const { api, source, target } = await two()
      const { body: first } = await start(api, source, target)
      await endedTransfer(api, first.unique_id)
      const empty = await createBot(api)
      const { body: second } = await start(api, empty, target)
      await endedTransfer(api, second.unique_id)
      const list = async (query: string) =>
        (await api('GET', `/knowledge-transfer?bot_unique_id=${target}${query}`)).body
      const ids = async (query: string) => (await list(query)).data.map(({ unique_id }: Reply['body']) => unique_id)
      const today = new Date().toISOString().slice(0, 10)
      expect(await ids('')).toEqual([second.unique_id, first.unique_id])
      expect(await list('&skip=1&take=1')).toMatchObject({
        data: [{ unique_id: first.unique_id, status: 'SUCCESS' }],
        meta: { total: 2, skip: 1, take: 1 },
      })
      expect(await ids('&search=deliv')).toEqual([first.unique_id])
      expect(await ids('&search=100%25')).toEqual([first.unique_id])
      expect(await ids('&search=0_%25')).toEqual([])
      expect(await ids('&status=FAILED')).toEqual([])
      expect(await ids('&status=OTHER')).toEqual([])
      expect(await ids(`&start_date=${today}&status=SUCCESS`)).toHaveLength(2)
      expect(await ids('&end_date=2020-02-29')).toEqual([])
      expect(await ids(`&unique_id=${first.unique_id.replaceAll('-', '')}`)).toEqual([first.unique_id])
      expect(await ids('&unique_id=abc')).toEqual([])
      expect((await list('&take=1&skip=9')).data).toEqual([])
      expect((await api('GET', `/knowledge-transfer?bot_unique_id=${source}`)).body.meta.total).toBe(0)
    })

    test('an id of more than 32 characters is 400, and the message names the alternative', async () => {
      const { api, target } = await two()
      const { status, body } = await api('GET', `/knowledge-transfer?bot_unique_id=${target}&unique_id=${unknownId}`)
      expect(status).toBe(400)
      expect(body.message).toContain('bot_unique_id')
    })

    test.each([
      ['', 400],
      [`?bot_unique_id=${unknownId}`, 404],
      [`?bot_unique_id=${unknownId}&start_date=2026-02-30`, 400],
      [`?bot_unique_id=${unknownId}&take=101`, 400],
      [`?bot_unique_id=${unknownId}&skip=-1`, 400],
      [`/${unknownId}`, 404],
      ['/nonsense', 404],
    ])('GET /knowledge-transfer%s is %i', async (query, status) => {
      expect((await world().api('GET', `/knowledge-transfer${query}`)).status).toBe(status)
    })

    test('days at the ends of the calendar are days', async () => {
      const { api, target } = await two()
      for (const days of ['start_date=0000-01-01', 'end_date=9999-12-31', 'start_date=9999-12-31']) {
        expect((await api('GET', `/knowledge-transfer?bot_unique_id=${target}&${days}`)).status).toBe(200)
      }
    })

    test('a transfer is rejected while the same one is running, and can start again after it has ended', async () => {
      const { api, source, target } = await two()
      const replies = await Promise.all([1, 2, 3, 4].map(() => start(api, source, target)))
      // How many are started depends on when the first one ends: at the moment of each there is no other.
      expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
      const started = replies.filter(({ status }) => status === 201).map(({ body }) => body.unique_id)
      expect(started).not.toEqual([])
      for (const { status, body } of replies) {
        if (status === 409) expect(started.some(id => body.message.includes(id))).toBe(true)
      }
      for (const id of started) expect(await endedTransfer(api, id)).toMatchObject({ status: 'SUCCESS' })
      expect(await documents(api, target)).toHaveLength(2)
      const again = await start(api, source, target)
      expect(again.status).toBe(201)
      await endedTransfer(api, again.body.unique_id)
    })

    test('both bots are different and belong to the account', async () => {
      const { api, source, target } = await two()
      const { stranger } = world()
      const foreign = await createBot(stranger)
      expect((await start(api, source, source)).status).toBe(400)
      expect((await start(api, source, foreign)).status).toBe(403)
      expect((await start(api, foreign, target)).status).toBe(403)
      expect((await start(api, source, unknownId)).status).toBe(404)
      const { body } = await start(api, source, target)
      expect((await stranger('GET', `/knowledge-transfer/${body.unique_id}`)).status).toBe(403)
      expect((await stranger('GET', `/knowledge-transfer?bot_unique_id=${target}`)).status).toBe(403)
      await endedTransfer(api, body.unique_id)
    })

    test('days in the wrong order are 400', async () => {
      const { api, target } = await two()
      const days = 'start_date=2026-02-02&end_date=2026-02-01'
      expect((await api('GET', `/knowledge-transfer?bot_unique_id=${target}&${days}`)).status).toBe(400)
    })
  })
}
