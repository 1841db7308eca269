import { describe, expect, test } from 'vitest'
import { createBot, documentOf, refund, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

const findOrder = {
  name: 'find_order',
  description: 'Finds an order by its number.',
  request_method: 'POST',
  request_url: 'https://shop.example.com/orders/{number}?lang={lang}',
  input_schema_json: { type: 'object', properties: { number: { type: 'string' }, lang: { enum: ['en', 'de'] } } },
} as const

/** A check that they are all different would take seconds, and more than the allowed size. */
const manyValues = Array.from({ length: 19_000 }, (_, at) => [at])
const noArguments = { request_url: 'https://shop.example.com/' }
const patternOfNames = { patternProperties: { '(': {} } }
/** Nothing refers to it. */
const unusedDefinition = { definitions: { 'a/b': { items: { $ref: '#/definitions/no' } } } }
const elsewhere = { properties: { number: {}, lang: { $ref: 'https://example.com/s.json' } } }

/** Functions: what a bot may call. */
export function functionContract(world: () => World): void {
  const create = async (fields: object = {}) => {
    const { api } = world()
    const bot = await createBot(api)
    return { api, bot, reply: await api('POST', '/bot-tools', { bot_unique_id: bot, ...findOrder, ...fields }) }
  }

  describe('functions', () => {
    test('a new function has the fields of the contract, their defaults, and no others', async () => {
      const { reply } = await create()
      expect(reply.status).toBe(201)
      expect(reply.body).toEqual({
        ...findOrder,
        unique_id: expect.any(String),
        strict: false,
        is_enabled: true,
        request_body_template: '',
        response_path: '',
        timeout_ms: 10_000,
        max_response_bytes: 262_144,
        allow_redirects: false,
        headers: [],
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updated_at: expect.any(String),
      })
    })

    test('fields of the creation are returned, except for the values of headers', async () => {
      const said = {
        strict: true,
        is_enabled: false,
        request_body_template: '{"number": "{number}", "all": [{lang}, {}]}',
        response_path: 'order.status',
        timeout_ms: 100,
        max_response_bytes: 5_242_880,
      }
      const headers = [
        { header_name: 'X-Api-Key', value: 'very-secret', is_secret: true },
        { header_name: 'Accept-Language', value: null, is_enabled: false },
        { header_name: 'X-Empty', value: '' },
      ]
      const { api, bot, reply } = await create({ ...said, headers })
      expect(reply).toMatchObject({ status: 201, body: said })
      const shown = { unique_id: expect.any(String), is_secret: false, is_enabled: true, has_value: false }
      expect(reply.body.headers).toEqual([
        { ...shown, header_name: 'X-Api-Key', is_secret: true, has_value: true },
        { ...shown, header_name: 'Accept-Language', is_enabled: false },
        { ...shown, header_name: 'X-Empty' },
      ])
      const list = await api('GET', `/bot-tools?bot_unique_id=${bot}`)
      expect(list.body.data).toEqual([reply.body])
      expect(JSON.stringify(list.body)).not.toContain('very-secret')
    })

    test.each([
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name with a space', { name: 'find order' }, 'name'],
      ['a name that is not ASCII', { name: 'найти_заказ' }, 'name'],
      ['too long a name', { name: 'n'.repeat(65) }, 'name'],
      ['no description', { description: undefined }, 'description'],
      ['the method HEAD', { request_method: 'HEAD' }, 'request_method'],
      ['no address', { request_url: 'orders' }, 'request_url'],
      ['plain http', { request_url: 'http://shop.example.com/' }, 'https'],
      ['this machine', { request_url: 'https://localhost/' }, 'this machine'],
      ['this machine over http', { request_url: 'http://127.0.0.1:4600/' }, 'this machine'],
      ['a private server', { request_url: 'https://[::ffff:10.0.0.1]/' }, 'request_url'],
      ['the metadata of a cloud', { request_url: 'https://169.254.169.254/latest' }, 'request_url'],
      ['credentials in the address', { request_url: 'https://u:p@shop.example.com/' }, 'credentials'],
      ['a server by argument', { request_url: 'https://{number}.example.com/' }, 'server'],
      ['a server by an encoded argument', { request_url: 'https://%7Bnumber%7D/' }, 'request_url'],
      ['an argument that is not there', { request_url: 'https://shop.example.com/{size}' }, 'size'],
      ['an argument in the fragment', { request_url: 'https://shop.example.com/#{number}' }, 'never sent'],
      ['a brace too many', { request_url: 'https://shop.example.com/{number}}' }, 'brace'],
      ['a wrong schema', { input_schema_json: { type: 'objekt' } }, 'input_schema_json'],
      ['a list as schema', { input_schema_json: [] }, 'input_schema_json'],
      ['a wrong pattern in the schema', { input_schema_json: { pattern: '(' } }, 'input_schema_json'],
      [
        'a wrong pattern of an argument',
        { input_schema_json: { properties: { number: { type: 'string', pattern: '(' }, lang: {} } } },
        'input_schema_json',
      ],
      [
        'a reference to nothing in the schema',
        { input_schema_json: { properties: { number: { $ref: '#/definitions/no' }, lang: {} } } },
        'input_schema_json',
      ],
      ['a wrong pattern of names', { ...noArguments, input_schema_json: patternOfNames }, 'Invalid regular'],
      [
        'a wrong pattern without effect',
        { ...noArguments, input_schema_json: { if: { pattern: '*' } } },
        'Invalid regular',
      ],
      [
        'a definition that refers to nothing',
        { ...noArguments, input_schema_json: unusedDefinition },
        '#/definitions/no',
      ],
      [
        'arguments that are a list',
        { request_url: 'https://shop.example.com/', input_schema_json: { type: 'array' } },
        'input_schema_json',
      ],
      ['a body that is no JSON', { request_body_template: '{"a": {number}' }, 'request_body_template'],
      ['a body that repeats a name', { request_body_template: '{"a": 1, "b": {"a": 2, "\\u0061": 3}}' }, 'repeat'],
      ['a body with a number that is not kept', { request_body_template: '[12345678901234567890]' }, '15 digits'],
      ['a body with a number out of range', { request_body_template: '{"a": 1e999}' }, '15 digits'],
      ['a body with an unknown argument', { request_body_template: '{"a": {size}}' }, 'size'],
      ['a path with a hole', { response_path: 'a..b' }, 'response_path'],
      ['too little time', { timeout_ms: 99 }, 'timeout_ms'],
      ['too much time', { timeout_ms: 60_001 }, 'timeout_ms'],
      ['too small an answer', { max_response_bytes: 1023 }, 'max_response_bytes'],
      ['too large an answer', { max_response_bytes: 5_242_881 }, 'max_response_bytes'],
      ['the header Host', { headers: [{ header_name: 'Host', value: 'x' }] }, 'Host'],
      ['a header of the connection', { headers: [{ header_name: 'transfer-ENCODING', value: 'x' }] }, 'forbidden'],
      ['an encoding of the answer', { headers: [{ header_name: 'Accept-Encoding', value: 'gzip' }] }, 'forbidden'],
      ['a header with a line break', { headers: [{ header_name: 'X-A', value: 'secret\r\nX-B: 1' }] }, 'X-A'],
      ['a name of a header with a colon', { headers: [{ header_name: 'X:A', value: 'x' }] }, 'X:A'],
      ['a header without a name', { headers: [{ value: 'secret' }] }, 'header_name'],
      ['a header with an argument that is not there', { headers: [{ header_name: 'X-A', value: '{secret}' }] }, 'X-A'],
      ['an argument that names a field of the body', { request_body_template: '{"{number}": 1}' }, 'names'],
      ['an argument beside a number of the body', { request_body_template: '[1{number}]' }, 'request_body_template'],
      ['a schema that is too long', { input_schema_json: { title: 'x'.repeat(65_536) } }, 'input_schema_json'],
      [
        'equal values',
        { ...noArguments, input_schema_json: { properties: { number: { enum: [[1], [1]] } } } },
        'must NOT have duplicate items',
      ],
      ['values that take long to compare', { input_schema_json: { enum: manyValues } }, 'input_schema_json'],
      ['a schema of elsewhere', { input_schema_json: elsewhere }, 'https://example.com/s.json'],
      ['redirects', { allow_redirects: true }, 'allow_redirects'],
    ])('a function with %s is 400, and nothing is stored', async (_name, fields, named) => {
      const { api, bot, reply } = await create(fields)
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
      expect(reply.body.message).toContain(named)
      expect(reply.body.message).not.toContain('secret')
      expect((await api('GET', `/bot-tools?bot_unique_id=${bot}`)).body.meta.total).toBe(0)
    })

    test('a list has pages and an order, and contains the functions of one bot only', async () => {
      const { api, bot } = await create({ name: 'first' })
      for (const name of ['second', 'third']) {
        await api('POST', '/bot-tools', { ...findOrder, bot_unique_id: bot, name })
      }
      await create({ name: 'of_another_bot' })
      const list = async (query: string) => (await api('GET', `/bot-tools?bot_unique_id=${bot}${query}`)).body
      const names = async (query: string) => (await list(query)).data.map(({ name }: { name: string }) => name)
      expect(await names('')).toEqual(['third', 'second', 'first'])
      expect(await names('&order_by=asc')).toEqual(['first', 'second', 'third'])
      expect(await list('&skip=1&take=1')).toMatchObject({
        data: [{ name: 'second' }],
        meta: { total: 3, skip: 1, take: 1 },
      })
      expect(await list('&skip=9')).toEqual({ data: [], meta: { total: 3, skip: 9, take: 10 } })
    })

    test.each([
      ['', 400],
      ['?skip=0', 400],
      [`?bot_unique_id=${unknownId}`, 404],
      ['?bot_unique_id=nonsense', 404],
      [`?bot_unique_id=${unknownId}&take=101`, 400],
      [`?bot_unique_id=${unknownId}&skip=-1`, 400],
      [`?bot_unique_id=${unknownId}&order_by=up`, 400],
    ])('GET /bot-tools%s is %i', async (query, status) => {
      expect((await world().api('GET', `/bot-tools${query}`)).status).toBe(status)
    })

    test('the bot exists and belongs to the account', async () => {
      const { api, stranger } = world()
      const bot = await createBot(api)
      expect((await api('POST', '/bot-tools', { bot_unique_id: unknownId, ...findOrder })).status).toBe(404)
      expect((await stranger('POST', '/bot-tools', { bot_unique_id: bot, ...findOrder })).status).toBe(403)
      expect((await stranger('GET', `/bot-tools?bot_unique_id=${bot}`)).status).toBe(403)
    })

    test('a scenario may depend on a function of its bot, and on no other bot’s', async () => {
      const { api, bot } = await create({ is_enabled: false })
      const document = documentOf(refund, { dependencies: { functions: [{ name: 'find_order' }] } })
      expect((await api('POST', `/bots/${bot}/scenarios/import`, document)).status).toBe(201)
      const refused = await api('POST', `/bots/${await createBot(api)}/scenarios/import`, document)
      expect(refused).toMatchObject({ status: 400 })
      expect(refused.body.message).toContain('"find_order"')
    })
  })
}
