import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answered } from '../support/answered.ts'
import type { Api } from '../support/api.ts'
import { createBot, documentOf, refund, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const shipping = {
  name: 'Shipping',
  type: 'TEXT',
  content: 'Parcels arrive within three working days. Express delivery costs nine euros.',
} as const

const groupsOf = async (api: Api, bot: string) =>
  (await api('GET', `/knowledge-groups?bot_unique_id=${bot}`)).body.data as { unique_id: string; name: string }[]

const defaultGroup = async (api: Api, bot: string) => (await groupsOf(api, bot))[0]?.unique_id ?? ''

/** Documents of knowledge bases, their groups, and the search for duplicates. */
export function knowledgeContract(world: () => World): void {
  const newBase = async () => {
    const { api } = world()
    const bot = await createBot(api)
    const group = await defaultGroup(api, bot)
    const add = (fields: object = {}) =>
      api('POST', '/knowledges', {
        bot_unique_id: bot,
        knowledge_group_unique_id: group,
        ...shipping,
        ...fields,
      })
    const compare = (fields: object = {}) =>
      api('POST', '/knowledge-integrity/semantic-duplicates/preflight', {
        bot_unique_id: bot,
        name: 'New',
        content: shipping.content,
        ...fields,
      })
    return { api, bot, group, add, compare }
  }

  describe('knowledge documents', () => {
    test('a new document has the fields of the contract and no others', async () => {
      const { add, bot } = await newBase()
      const reply = await add()
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        message: expect.any(String),
        is_exists: false,
        data: {
          unique_id: expect.any(String),
          type: 'TEXT',
          name: 'Shipping',
          hash_sum: createHash('sha256').update(shipping.content).digest('hex'),
          document_id: '',
          source: '',
          is_private_source: true,
          is_indexed: true,
          created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          updated_at: expect.any(String),
          bot: expect.objectContaining({ unique_id: bot, name: 'Shop' }),
        },
      })
      expect(Object.keys(reply.body.data.bot)).toHaveLength(15)
    })

    test('fields of the creation are returned', async () => {
      const { add } = await newBase()
      const said = { document_id: 'doc-1', source: 'https://x.example/a', is_private_source: false, is_indexed: false }
      const reply = await add({ ...said, type: 'SITE' })
      expect(reply).toMatchObject({ status: 201, body: { data: { ...said, type: 'SITE' } } })
    })

    test('the same content again, without an id, is the existing document, in any Unicode normalization', async () => {
      const { add } = await newBase()
      const first = await add({ content: 'Caf\u00e9 au lait' })
      const again = await add({ content: 'Cafe\u0301 au lait' })
      expect(again).toMatchObject({ status: 201, body: { is_exists: true } })
      expect(again.body.data).toEqual(first.body.data)
    })

    test('the same content under a second document_id is a second document, which does not change with the first', async () => {
      const { add, api, bot, compare } = await newBase()
      const first = await add({ document_id: 'doc-1' })
      const second = await add({ document_id: 'doc-2' })
      expect(second).toMatchObject({ status: 201, body: { is_exists: true, data: { document_id: 'doc-2' } } })
      expect(second.body.data.unique_id).not.toBe(first.body.data.unique_id)
      expect((await compare()).body.existing_chunks_checked).toBe(2)
      const content = 'Warranty claims are examined by our workshop within a fortnight.'
      await add({ document_id: 'doc-1', content })
      expect(await answered(api, bot, { prompt: 'When do parcels arrive?' })).toMatchObject({
        answer: expect.stringContaining('three working days'),
      })
      const { body } = await api('GET', `/knowledges?bot_unique_id=${bot}&order_by=asc`)
      expect(body.data.map(({ document_id }: { document_id: string }) => document_id)).toEqual(['doc-1', 'doc-2'])
    })

    test('the same content without an id is a separate document from the one with an id', async () => {
      const { add } = await newBase()
      const first = await add({ document_id: 'doc-1' })
      const second = await add()
      expect(second.body).toMatchObject({ is_exists: true, data: { document_id: '' } })
      expect(second.body.data.unique_id).not.toBe(first.body.data.unique_id)
      expect((await add()).body.data).toEqual(second.body.data)
    })

    test.each([{ document_id: 'doc-1' }, {}])(
      'the description of a document is updated by a repeat with %j',
      async id => {
        const { add, api, bot } = await newBase()
        const first = await add(id)
        const { body: group } = await api('POST', '/knowledge-groups', { bot_unique_id: bot, name: 'Other' })
        const said = { name: 'Parcels', type: 'SITE', source: 'https://x.example/a', is_private_source: false }
        const again = await add({
          ...id,
          ...said,
          is_indexed: false,
          knowledge_group_unique_id: group.unique_id,
        })
        expect(again).toMatchObject({
          status: 201,
          body: { is_exists: true, data: { ...said, is_indexed: false, unique_id: first.body.data.unique_id } },
        })
        const path = `/knowledges/${first.body.data.unique_id}`
        expect((await api('GET', path)).body).toMatchObject({ ...said, knowledge_group_unique_id: group.unique_id })
        expect((await answered(api, bot, { prompt: 'When do parcels arrive?' })).answer).not.toContain('working days')
        await add(id)
        expect((await answered(api, bot, { prompt: 'When do parcels arrive?' })).answer).toContain('working days')
      },
    )

    test('another content of the same document_id replaces the earlier one', async () => {
      const { add, compare } = await newBase()
      const first = await add({ document_id: 'doc-1' })
      const content = 'Warranty claims are examined by our workshop within a fortnight.'
      const second = await add({ document_id: 'doc-1', content, name: 'Warranty' })
      expect(second).toMatchObject({
        status: 201,
        body: { is_exists: true, data: { unique_id: first.body.data.unique_id, name: 'Warranty' } },
      })
      expect(second.body.data.hash_sum).not.toBe(first.body.data.hash_sum)
      expect((await compare()).body).toMatchObject({ has_duplicates: false, existing_chunks_checked: 1 })
      expect((await compare({ content })).body).toMatchObject({ has_duplicates: true })
      const same = await add({ document_id: 'doc-1', content, name: 'Third' })
      expect(same.body).toMatchObject({ is_exists: true, data: { name: 'Third' } })
    })

    test('a byte order mark at the start of a text is a part of it', async () => {
      const { add, bot } = await newBase()
      const marked = { content: '\ufeffRefunds take 3 days.', document_id: '\ufeffdoc', name: '\ufeffRefunds' }
      const { body } = await add(marked)
      const path = `/knowledges/${body.data.unique_id}`
      const { api } = world()
      const whole = (await api('GET', path)).body
      expect(whole).toMatchObject(marked)
      expect(whole.hash_sum).toBe(createHash('sha256').update(marked.content).digest('hex'))
      await api('PATCH', path, { is_indexed: false })
      expect((await add(marked)).body).toMatchObject({ is_exists: true, data: { unique_id: body.data.unique_id } })
      await api('PATCH', `/bots/${bot}`, { name: '\ufeffShop' })
      expect((await api('GET', `/bots/${bot}`)).body.name).toBe('\ufeffShop')
    })

    test('25 equal concurrent requests create one document', async () => {
      const { add, compare } = await newBase()
      const replies = await Promise.all(Array.from({ length: 25 }, () => add({ document_id: 'doc-1' })))
      expect(replies.map(({ status }) => status)).toEqual(Array(25).fill(201))
      expect(new Set(replies.map(({ body }) => body.data.unique_id)).size).toBe(1)
      expect(replies.filter(({ body }) => !body.is_exists)).toHaveLength(1)
      expect((await compare()).body.existing_chunks_checked).toBe(1)
    })

    test('two bots can have the same content', async () => {
      const one = await (await newBase()).add()
      const other = await (await newBase()).add()
      expect(other.body).toMatchObject({ is_exists: false })
      expect(other.body.data.unique_id).not.toBe(one.body.data.unique_id)
    })

    test.each([
      ['no bot', { bot_unique_id: undefined }, 'bot_unique_id'],
      ['no group', { knowledge_group_unique_id: undefined }, 'knowledge_group_unique_id'],
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['too long a name', { name: 'n'.repeat(256) }, 'name'],
      ['no type', { type: undefined }, 'type'],
      ['an unknown type', { type: 'PDF' }, 'type'],
      ['no content', { content: undefined }, 'content'],
      ['nothing but white space', { content: ' \n\t' }, 'content'],
      ['a number as content', { content: 5 }, 'content'],
      ['too long a content', { content: 'a '.repeat(1024 * 1024 + 1) }, 'content'],
      ['a content of too many bytes', { content: '\u044f'.repeat(1024 * 1024 + 1) }, 'content'],
      ['an unknown field', { language: 'en' }, 'language'],
      ['a text for a switch', { is_indexed: 'yes' }, 'is_indexed'],
    ])('a document with %s is 400, and nothing is stored', async (_name, fields, named) => {
      const { add, compare } = await newBase()
      const reply = await add(fields)
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect(reply.body.message).toContain(named)
      expect((await compare()).body.existing_chunks_checked).toBe(0)
    })

    test('the bot and the group exist and belong to the account', async () => {
      const { add, api, bot } = await newBase()
      const { stranger } = world()
      const strangersBot = await createBot(stranger)
      const strangersGroup = await defaultGroup(stranger, strangersBot)
      const { group: groupOfOther } = await newBase()
      expect((await add({ bot_unique_id: unknownId })).status).toBe(404)
      expect((await add({ knowledge_group_unique_id: unknownId })).status).toBe(404)
      expect((await add({ knowledge_group_unique_id: 'nonsense' })).status).toBe(404)
      expect((await add({ knowledge_group_unique_id: strangersGroup })).status).toBe(403)
      expect((await add({ knowledge_group_unique_id: groupOfOther })).status).toBe(400)
      const group = await defaultGroup(api, bot)
      const body = { bot_unique_id: bot, knowledge_group_unique_id: group, ...shipping }
      expect((await stranger('POST', '/knowledges', body)).status).toBe(403)
    })

    test.each([
      ['one long word', 'a'.repeat(2 * 1024 * 1024)],
      ['signs alone', '?!.'.repeat(600_000)],
      ['emoji', '\u{1f600}'.repeat(500_000)],
      ['writing from right to left', '\u0634\u062d\u0646 \u0645\u062c\u0627\u0646\u064a. '.repeat(40_000)],
    ])('the longest content of %s is accepted', async (_name, content) => {
      const { add, compare } = await newBase()
      expect((await add({ content })).status).toBe(201)
      expect((await compare({ content: content.slice(0, 5000).toWellFormed() })).status).toBe(200)
    })
  })

  describe('knowledge groups', () => {
    test('every bot has the group default, and may have more', async () => {
      const { api, bot } = await newBase()
      const made = await api('POST', '/knowledge-groups', { bot_unique_id: bot, name: 'Prices' })
      expect(made).toMatchObject({ status: 201, body: { unique_id: expect.any(String), name: 'Prices' } })
      expect((await groupsOf(api, bot)).map(({ name }) => name)).toEqual(['default', 'Prices'])
      expect((await api('GET', `/knowledge-groups?bot_unique_id=${bot}&skip=1&take=1`)).body).toEqual({
        data: [made.body],
        meta: { total: 2, skip: 1, take: 1 },
      })
    })

    test.each(['default', 'Prices'])('a second group "%s" is 409', async name => {
      const { api } = world()
      const bot = await createBot(api)
      const add = () => api('POST', '/knowledge-groups', { bot_unique_id: bot, name })
      const [first, second] = [await add(), await add()]
      expect([first.status, second.status]).toEqual([name === 'default' ? 409 : 201, 409])
    })

    test.each([
      ['GET', '', undefined, 400],
      ['GET', `?bot_unique_id=${unknownId}`, undefined, 404],
      ['GET', `?bot_unique_id=${unknownId}&take=0`, undefined, 400],
      ['POST', '', { bot_unique_id: unknownId, name: 'G' }, 404],
      ['POST', '', { bot_unique_id: unknownId, name: '' }, 400],
    ] as const)('%s /knowledge-groups%s is rejected', async (method, query, body, status) => {
      expect((await world().api(method, `/knowledge-groups${query}`, body)).status).toBe(status)
    })

    test('the groups of another account are inaccessible', async () => {
      const { bot } = await newBase()
      const { stranger } = world()
      expect((await stranger('GET', `/knowledge-groups?bot_unique_id=${bot}`)).status).toBe(403)
      expect((await stranger('POST', '/knowledge-groups', { bot_unique_id: bot, name: 'G' })).status).toBe(403)
    })

    test('a scenario may depend on a group of its bot, and on no other bot’s', async () => {
      const { api, bot } = await newBase()
      await api('POST', '/knowledge-groups', { bot_unique_id: bot, name: 'Prices' })
      const dependencies = { knowledge_groups: [{ name: 'default' }, { name: 'Prices' }] }
      const importInto = (id: string) =>
        api('POST', `/bots/${id}/scenarios/import`, documentOf(refund, { dependencies }))
      expect((await importInto(bot)).status).toBe(201)
      const refused = await importInto(await createBot(api))
      expect(refused.status).toBe(400)
      expect(refused.body.message).toContain('"Prices"')
      expect(refused.body.message).not.toContain('"default"')
    })
  })

  describe('the preflight for duplicates', () => {
    test('finds a document with the same meaning, and adds nothing', async () => {
      const { add, compare, group } = await newBase()
      const { data } = (await add()).body
      await add({ name: 'Baking', content: 'Knead the dough for ten minutes, then let it rest under a cloth.' })
      const reply = await compare({ content: `${shipping.content} Thank you.` })
      expect(reply).toMatchObject({
        status: 200,
        body: {
          has_duplicates: true,
          similarity_threshold: 0.85,
          max_results: 5,
          existing_chunks_checked: 2,
          embedding_time_ms: expect.any(Number),
          tokens_used: 0,
          matches: [
            {
              knowledge_source_unique_id: data.unique_id,
              knowledge_source_name: 'Shipping',
              knowledge_group_unique_id: group,
              knowledge_group_name: 'default',
              matched_chunk_preview: shipping.content,
            },
          ],
        },
      })
      const [{ similarity_score, vector_distance }] = reply.body.matches
      expect(similarity_score).toBeGreaterThan(0.85)
      expect(vector_distance).toBeCloseTo(1 - similarity_score, 6)
      expect((await compare()).body.existing_chunks_checked).toBe(2)
    })

    test('the nearest of several are first, as many as requested; also those that no search finds', async () => {
      const { add, compare } = await newBase()
      const variants = ['', ' Bye.', ' Many thanks, and good luck.']
      for (const [at, rest] of variants.entries()) {
        await add({ content: `${shipping.content}${rest}`, name: `Variant ${at}`, is_indexed: false })
      }
      const names = async (fields: object) =>
        (await compare(fields)).body.matches.map(
          (match: { knowledge_source_name: string }) => match.knowledge_source_name,
        )
      expect(await names({ similarity_threshold: 0.75 })).toEqual(['Variant 0', 'Variant 1', 'Variant 2'])
      expect(await names({ max_results: 1 })).toEqual(['Variant 0'])
      expect(await names({ content: 'The cat sleeps on the windowsill.' })).toEqual([])
    })

    test.each([
      [0.75, 200],
      [0.99, 200],
      [0.7499, 400],
      [0.9901, 400],
    ])('the threshold %d is answered with %i', async (similarity_threshold, status) => {
      const { compare } = await newBase()
      expect((await compare({ similarity_threshold })).status).toBe(status)
    })

    test.each([
      ['no results', { max_results: 0 }, 400],
      ['too many results', { max_results: 51 }, 400],
      ['half a result', { max_results: 1.5 }, 400],
      ['no name', { name: undefined }, 400],
      ['no content', { content: undefined }, 400],
      ['no bot', { bot_unique_id: undefined }, 400],
      ['an unknown bot', { bot_unique_id: unknownId }, 404],
    ])('a preflight with %s is rejected', async (_name, fields, status) => {
      const { compare } = await newBase()
      expect((await compare(fields)).status).toBe(status)
    })

    test('the bot of another account is inaccessible', async () => {
      const { bot } = await newBase()
      const body = { bot_unique_id: bot, name: 'N', content: 'Text' }
      const reply = await world().stranger('POST', '/knowledge-integrity/semantic-duplicates/preflight', body)
      expect(reply.status).toBe(403)
    })
  })
}
