import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../src/index.ts'
import { ask, basic } from '../support/api.ts'
import { createBot, unknownId } from '../support/samples.ts'
import type { World } from '../support/world.ts'

/** What is no valid request gets the one shape of errors, and the service lives on. */
export function errorContract(world: () => World): void {
  const shape = (statusCode: number) => ({
    statusCode,
    error: expect.any(String),
    message: expect.any(String),
    code: expect.any(String),
  })
  const name = (text: string) => `{"gpt_model":"llm_provider_a","name":${text}}`
  const json = { 'content-type': 'application/json' }

  describe('errors', () => {
    test.each([
      ['malformed JSON', '{"name":', json, 400],
      ['an empty body', '', json, 400],
      ['a list', '[]', json, 400],
      ['null', 'null', json, 400],
      ['a key __proto__', name('"x","__proto__":{"a":1}'), json, 400],
      ['a NUL', name('"a\\u0000b"'), json, 400],
      ['half a surrogate pair', name('"a\\ud800b"'), json, 400],
      ['a NUL in a key', name('"x","a\\u0000":1'), json, 400],
      ['a number out of range', name('"x","max_output_tokens":1e999'), json, 400],
      ['50,000 lists in each other', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, json, 400],
      ['a million lists beside each other', name(`"x","a":[${'[],'.repeat(1_000_000)}[]]`), json, 400],
      ['an object with 10,001 fields', name(`"x","a":{"a":1${',"b":1'.repeat(10_000)}}`), json, 400],
      ['another content type', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['text', 'x', { 'content-type': 'text/plain' }, 415],
      ['a body in another character set', name('"x"'), { 'content-type': 'application/json; charset=utf-16' }, 415],
      ['a compressed body', name('"x"'), { ...json, 'content-encoding': 'gzip' }, 415],
      ['a body over 4 MB', name(`"${'x'.repeat(4 * 1024 * 1024)}"`), json, 413],
    ])('%s', async (_name, body, headers, status) => {
      const { api } = world()
      const reply = await api.raw('POST', '/bots', body, headers)
      expect(reply.status).toBe(status)
      expect(reply.body).toEqual(shape(status))
    })

    test.each([
      ['text', { 'content-type': 'text/plain' }, 'application/json'],
      ['x'.repeat(4 * 1024 * 1024), json, '4 MB'],
    ])('the message says what to send instead of %.5s', async (body, headers, named) => {
      const { message } = (await world().api.raw('POST', '/bots', name(`"${body}"`), headers)).body
      expect(message).toContain(named)
    })

    test('a forbidden key is named, and the key constructor is none', async () => {
      const { api } = world()
      const refused = await api.raw('POST', '/bots', name('"x","__proto__":{"a":1}'), json)
      expect(refused.body).toMatchObject({ message: 'The body has an object with the key "__proto__".' })
      const bot = await createBot(api)
      const meta = '{"constructor":{"prototype":{"a":1}}}'
      const accepted = await api.raw('POST', `/bots/${bot}/completion`, `{"prompt":"Hi","meta":${meta}}`, json)
      expect(accepted.status).toBe(201)
    })

    test('invalid UTF-8 is 400, and nothing is stored', async () => {
      const { api } = world()
      const mark = 'not-utf-8'
      const body = new Uint8Array(Buffer.from(name(`"${mark} \xff"`), 'latin1'))
      expect((await api.raw('POST', '/bots', body, json)).body).toEqual(shape(400))
      expect((await api('GET', `/bots?search=${mark}`)).body.meta.total).toBe(0)
    })

    test.each(['application/json; charset=UTF-8', 'application/json;charset="utf-8"'])('%s is accepted', async type => {
      const reply = await world().api.raw('POST', '/bots', name('"\u0451"'), { 'content-type': type })
      expect(reply).toMatchObject({ status: 201, body: { name: '\u0451' } })
    })

    test('no response is cached', async () => {
      const { api, service } = world()
      for (const reply of [
        await api('GET', '/bots'),
        await ask(`${service.url}/api/v1/bots`),
        await api('GET', '/x'),
      ]) {
        expect(reply.headers.get('cache-control')).toBe('no-store')
      }
    })

    test('deep nesting in an open object is 400', async () => {
      const { api } = world()
      const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
      const path = `/bots/${await createBot(api)}/scenarios`
      const body = `{"title":"T","trigger_description":"D","layout":${deep}}`
      expect((await api.raw('POST', path, body)).body).toEqual(shape(400))
    })

    test('a wide body is refused for its shape, before its fields are looked at', async () => {
      const reply = await world().api.raw('POST', '/bots', name(`"x","a":[${'[],'.repeat(1_000_000)}[]]`))
      expect(reply.body).toMatchObject({ ...shape(400), message: 'The body has more than 40000 elements.' })
    })

    test('the last of a repeated key applies', async () => {
      const reply = await world().api.raw('POST', '/bots', name('"a","name":"b"'))
      expect(reply).toMatchObject({ status: 201, body: { name: 'b' } })
    })

    test.each(['/api/v1/nothing', '/api/v2/bots', '/', '/api/v1/bots/x/y/z'])('%s is 404', async path => {
      const reply = await ask(`${world().service.url}${path}`)
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual(shape(404))
    })

    test('the OpenAPI document is the same for everybody, each time', async () => {
      const read = () => ask(`${world().service.url}/openapi.json`)
      const [first, second] = [await read(), await read()]
      expect(first).toMatchObject({ status: 200, body: JSON.parse(JSON.stringify(openApiDocument())) })
      expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(second.body).toEqual(first.body)
    })

    test('another method is 404', async () => {
      const reply = await ask(`${world().service.url}/api/v1/bots`, { method: 'DELETE' })
      expect(reply.body).toEqual(shape(404))
    })

    test('bad percent-encoding in a path is 400', async () => {
      const reply = await ask(`${world().service.url}/api/v1/bots/%zz/scenarios`, { method: 'POST' })
      expect(reply.body).toEqual(shape(400))
    })

    test.each(['%zz', '100%', '%ff', '%ED%A0%80'])('bad percent-encoding in a query, %s, is 400', async search => {
      expect((await world().api('GET', `/bots?search=${search}`)).body).toEqual(shape(400))
      expect((await world().api('GET', `/bots?unknown=%25&search=${encodeURIComponent(search)}`)).status).toBe(200)
    })

    test('a NUL in a query is 400', async () => {
      expect((await world().api('GET', '/bots?search=%00')).body).toEqual(shape(400))
    })

    test.each(["'; drop table bots; --", '%00', 'x'.repeat(90), 'x'.repeat(4000), unknownId.toUpperCase()])(
      'the id %j is 404',
      async id => {
        const reply = await world().api('POST', `/bots/${encodeURIComponent(id)}/completion`, { prompt: 'Hi' })
        expect(reply.body).toEqual(shape(404))
      },
    )

    test.each([
      ['dialogue', 404, (id: string) => ({ dialogue_id: id })],
      ['attachment', 400, (id: string) => ({ attachment_ids: [id] })],
    ] as const)('the message about an unknown %s shows the beginning of a long id', async (_kind, status, bodyOf) => {
      const { api } = world()
      const bot = await createBot(api)
      const id = `${'x'.repeat(99)}😀${'y'.repeat(1_000_000)}`
      const { body } = await api('POST', `/bots/${bot}/completion`, { prompt: 'Hi', ...bodyOf(id) })
      expect(body).toEqual(shape(status))
      expect(body.message).toContain(`"${'x'.repeat(99)}\ufffd..."`)
    })

    test('a long id without authorization is 401', async () => {
      expect((await ask(`${world().service.url}/api/v1/bots/${'x'.repeat(4000)}`)).body).toEqual(shape(401))
    })

    test.each([
      ['the right one and a wrong one', true],
      ['a wrong one and the right one', false],
    ])('of two headers Authorization, %s, neither applies', async (_name, isRightFirst) => {
      const { service, account } = world()
      const [right, wrong] = [basic(account.email, account.api_key), basic(account.email, 'sk_wrong')]
      const lines = (isRightFirst ? [right, wrong] : [wrong, right]).map(value => `Authorization: ${value}`)
      const head = ['GET /api/v1/bots HTTP/1.1', 'Host: a', 'Connection: close', ...lines].join('\r\n')
      expect(await send(service.url, head)).toEqual(shape(401))
    })

    test.each([
      ['what is no HTTP', 'NONSENSE'],
      ['a request that names no host', 'GET / HTTP/1.1\r\nConnection: close'],
      ['an expectation that nobody knows', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: nonsense'],
      ['an asterisk instead of the first slash', 'GET *livez HTTP/1.1\r\nHost: a\r\nConnection: close'],
      ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close'],
    ])('%s has the shape of errors too', async (_name, head) => {
      expect(await send(world().service.url, head)).toEqual(shape(400))
    })

    test.each([
      ['what is no HTTP', 'NONSENSE'],
      ['a request that names no host', 'GET /api/v1/bots HTTP/1.1\r\nConnection: close'],
      ['an expectation that nobody knows', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: nonsense'],
      ['a path with bad percent-encoding', 'GET /api/v1/bots/%zz HTTP/1.1\r\nHost: a\r\nConnection: close'],
      ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(70_000)}`],
    ])('the answer to %s is not cached', async (_name, head) => {
      expect((await sendBytes(world().service.url, head)).toLowerCase()).toContain('\r\ncache-control: no-store\r\n')
    })

    test('headers that are too large are 431', async () => {
      const head = `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(70_000)}`
      expect(await send(world().service.url, head)).toEqual(shape(431))
    })

    test('the service is alive after all that', async () => {
      expect((await world().api('GET', '/bots')).status).toBe(200)
    })
  })
}

/** Sends the bytes of a request unchanged; returns the JSON of the answer. */
async function send(url: string, head: string): Promise<unknown> {
  const text = await sendBytes(url, head)
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

/** Sends the bytes of a request unchanged; returns those of the answer. */
function sendBytes(url: string, head: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`))
    let read = ''
    socket.on('data', chunk => {
      read += chunk
    })
    socket.on('close', () => resolve(read))
    socket.on('error', error => {
      if (read === '') reject(error)
    })
  })
}
