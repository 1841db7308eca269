import { describe, expect, test } from 'vitest'
import type { Api, Reply } from '../support/api.ts'
import { addKnowledge } from '../support/knowledge.ts'
import { until } from '../support/receiver.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** The journal of a scan once it has ended. */
export async function endedScan(api: Api, id: string, query = ''): Promise<Reply['body']> {
  let journal: Reply['body']
  await until(async () => {
    journal = (await api('GET', `/knowledge-integrity/semantic-duplicates/journal/${id}${query}`)).body
    return journal.scan.status !== 'RUNNING'
  })
  return journal
}

const delivery = 'Orders are delivered within two days. Parcels are sent every evening at six from our store in Riga.'

/** Scans of the knowledge bases, and what they found. */
export function integrityContract(world: () => World): void {
  const start = (api: Api, body: object) => api('POST', '/knowledge-integrity/scans', body)
  const journal = (api: Api, id: string, query = '') =>
    api('GET', `/knowledge-integrity/semantic-duplicates/journal/${id}${query}`)
  const ofBot = (api: Api, bot: string, id: string, query = '') =>
    api('GET', `/knowledge-integrity/bots/${bot}/journal/${id}${query}`)

  const shop = async () => {
    const { api } = world()
    const bot = await createBot(api)
    const first = await addKnowledge(api, bot, { name: 'First', content: delivery })
    const second = await addKnowledge(api, bot, { name: 'Second', content: `${delivery} Thank you.` })
    await addKnowledge(api, bot, { name: 'Third', content: 'A refund is paid back to the card that paid.' })
    return { api, bot, first, second }
  }

  describe('integrity scans', () => {
    test('a scan returns its plan at the start, with exactly the fields of the contract', async () => {
      const { api, bot } = await shop()
      const { status, body } = await start(api, { scope: 'BOT', kind: 'STRUCTURAL', bot_unique_id: bot })
      expect(status).toBe(201)
      expect(body).toEqual({
        unique_id: expect.any(String),
        scope: 'BOT',
        kind: 'STRUCTURAL',
        status: 'RUNNING',
        bot_count: 0,
        total_knowledges_checked: 0,
        total_pairs_checked: 0,
        issues_found: 0,
        started_at: expect.stringMatching(/\.\d{3}Z$/),
      })
      const ended = await endedScan(api, body.unique_id)
      expect(ended).toEqual({
        scan: { ...body, status: 'COMPLETED', bot_count: 1, total_knowledges_checked: 3 },
        issues: [],
        meta: { total: 0, skip: 0, take: 10 },
      })
    })

    test('of concurrent scan requests one runs, and the others are rejected with its id', async () => {
      const { api, bot } = await shop()
      const body = { scope: 'BOT', kind: 'SEMANTIC', bot_unique_id: bot }
      const replies = await Promise.all([1, 2, 3, 4].map(() => start(api, body)))
      // A request that comes late finds the first scan at its end, and starts the next one.
      expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
      const started = replies.filter(({ status }) => status === 201).map(reply => reply.body.unique_id)
      expect(started).not.toEqual([])
      const found = await Promise.all(started.map(id => journal(api, id)))
      const running = found.filter(reply => reply.body.scan.status === 'RUNNING')
      expect(running.slice(1)).toEqual([])
      for (const reply of replies) {
        if (reply.status === 409) expect(started.some(id => reply.body.message.includes(id))).toBe(true)
      }
      for (const id of started) await endedScan(api, id)
    })

    test('nearly equal documents are found, each pair once', async () => {
      const { api, bot, first, second } = await shop()
      const { body } = await start(api, { scope: 'BOT', kind: 'SEMANTIC', bot_unique_id: bot })
      const { scan, issues, meta } = await endedScan(api, body.unique_id)
      expect(scan).toMatchObject({
        status: 'COMPLETED',
        bot_count: 1,
        total_knowledges_checked: 3,
        total_pairs_checked: 3,
        issues_found: 1,
      })
      expect(meta).toEqual({ total: 1, skip: 0, take: 10 })
      expect(issues).toEqual([
        {
          unique_id: expect.any(String),
          type: 'SEMANTIC_DUPLICATE',
          created_at: expect.stringMatching(/\.\d{3}Z$/),
          bot_unique_id: bot,
          knowledge_unique_id: first.unique_id,
          other_knowledge_unique_id: second.unique_id,
        },
      ])
    })

    test('the journal can be filtered by type, paged, and limited to one bot', async () => {
      const { api, bot } = await shop()
      const { bot: other } = await shop()
      const { body } = await start(api, { scope: 'GLOBAL', kind: 'SEMANTIC' })
      const id = body.unique_id
      const { scan, meta } = await endedScan(api, id)
      expect(scan).toMatchObject({ scope: 'GLOBAL', status: 'COMPLETED', issues_found: meta.total })
      expect((await journal(api, id, '?type=MISSING_IN_STORE_A')).body.meta.total).toBe(0)
      expect((await journal(api, id, '?type=SEMANTIC_DUPLICATE&take=1&skip=1')).body).toMatchObject({
        issues: [{ type: 'SEMANTIC_DUPLICATE' }],
        meta: { total: meta.total, skip: 1, take: 1 },
      })
      for (const unique_id of [bot, other]) {
        const { status, body: own } = await ofBot(api, unique_id, id)
        expect(status).toBe(200)
        expect(own).toMatchObject({ scan, issues: [{ bot_unique_id: unique_id }], meta: { total: 1 } })
      }
      const later = await createBot(api)
      expect((await ofBot(api, later, id)).status).toBe(404)
      const { body: single } = await start(api, { scope: 'BOT', kind: 'SEMANTIC', bot_unique_id: bot })
      expect((await ofBot(api, bot, single.unique_id)).status).toBe(200)
      expect((await ofBot(api, other, single.unique_id)).status).toBe(404)
      await endedScan(api, single.unique_id)
    })

    test('a scan of another account is 403, an unknown one 404', async () => {
      const { api, bot } = await shop()
      const { stranger } = world()
      const { body } = await start(api, { scope: 'BOT', kind: 'STRUCTURAL', bot_unique_id: bot })
      expect((await journal(stranger, body.unique_id)).status).toBe(403)
      expect((await ofBot(stranger, bot, body.unique_id)).status).toBe(403)
      expect((await ofBot(stranger, await createBot(stranger), body.unique_id)).status).toBe(403)
      for (const id of [unknownId, 'nonsense']) {
        expect((await journal(api, id)).status).toBe(404)
        expect((await ofBot(api, bot, id)).status).toBe(404)
        expect((await ofBot(api, id, body.unique_id)).status).toBe(404)
      }
      await endedScan(api, body.unique_id)
    })

    test.each(['type=OTHER', 'skip=-1', 'take=0', 'take=101', 'take=1&take=2'])(
      'a journal with %s is 400',
      async query => {
        const { api } = world()
        const bot = await createBot(api)
        const { body } = await start(api, { scope: 'BOT', kind: 'STRUCTURAL', bot_unique_id: bot })
        expect((await journal(api, body.unique_id, `?${query}`)).status).toBe(400)
        expect((await ofBot(api, bot, body.unique_id, `?${query}`)).status).toBe(400)
      },
    )

    test.each([
      [{ scope: 'GLOBAL' }, 400],
      [{ kind: 'SEMANTIC' }, 400],
      [{ scope: 'BOT', kind: 'SEMANTIC' }, 400],
      [{ scope: 'GLOBAL', kind: 'SEMANTIC', bot_unique_id: unknownId }, 400],
      [{ scope: 'OTHER', kind: 'SEMANTIC' }, 400],
      [{ scope: 'GLOBAL', kind: 'OTHER' }, 400],
      [{ scope: 'BOT', kind: 'SEMANTIC', bot_unique_id: unknownId }, 404],
    ])('a scan by %j is %i', async (body, status) => {
      expect((await start(world().api, body)).status).toBe(status)
    })

    test('a scan of a bot without the bot lacks its field', async () => {
      const { body } = await start(world().api, { scope: 'BOT', kind: 'SEMANTIC' })
      expect(body.message).toContain('lacks the field "bot_unique_id"')
    })
  })
}
