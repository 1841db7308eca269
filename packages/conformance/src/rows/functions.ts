import { valuesAt } from '../contract/path.ts'
import { functionRecord, pageOf } from '../contract/records.ts'
import { isObject } from '../contract/shape.ts'
import { expectRefusal, expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import type { Row } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { envelopeRow, pagingRows } from './kinds/paging-rows.ts'
import { checkRequestField, type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const create = 'POST /bot-tools'
const list = 'GET /bot-tools'

const creating: Sending = {
  operation: create,
  status: 201,
  send: async ({ owner, objects }, fields) =>
    owner.post('/bot-tools', { ...objects.bodies.function(await objects.bot()), ...fields }),
}

/** Three functions of a separate bot, the oldest first. */
const threeFunctions = oncePerSubject(async subject => {
  const bot = await subject.objects.newBot()
  for (const name of ['first', 'second', 'third']) {
    expectStatus(await creating.send(subject, { bot_unique_id: bot, name }), 201)
  }
  return { path: `/bot-tools?bot_unique_id=${bot}`, total: 3 }
})

const created: Sample = {
  operation: create,
  status: 201,
  shape: functionRecord,
  at: '',
  read: oncePerSubject(subject => creating.send(subject, {})),
}

const listed: Sample = {
  operation: list,
  status: 200,
  shape: pageOf(functionRecord),
  at: 'data[]',
  read: oncePerSubject(async subject => subject.owner.get((await threeFunctions(subject)).path)),
}

const fields: readonly RequestField[] = [
  {
    field: 'name',
    requirement: 'A function requires a name.',
    takes: ['find_parcel'],
    refuses: [undefined, 7],
    isShown: true,
  },
  {
    field: 'description',
    requirement: 'A function requires a description.',
    takes: ['Finds a parcel.'],
    refuses: [undefined, 7],
    isShown: true,
  },
  {
    field: 'request_method',
    requirement: 'The method is required and is one of five.',
    takes: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    refuses: [undefined, 'HEAD', 'get', 1],
    isShown: true,
  },
  {
    field: 'request_url',
    requirement: 'The address is HTTPS on a public server, and its arguments are properties of the schema.',
    takes: ['https://shop.example.com/orders/{number}?n={number}', 'https://shop.example.com/'],
    refuses: [
      undefined,
      7,
      'orders',
      'http://shop.example.com/',
      'https://127.0.0.1/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://169.254.169.254/',
      'https://shop.example.com/{unknown}',
    ],
    isShown: true,
  },
  {
    field: 'input_schema_json',
    requirement: 'The arguments require a valid JSON Schema.',
    takes: [{ type: 'object', properties: { number: { type: 'integer', minimum: 1 } } }],
    refuses: [
      undefined,
      [],
      'object',
      { type: 'no such type' },
      { type: 'object', properties: { number: { type: 'string', pattern: '(' } } },
      { type: 'object', properties: { number: { $ref: '#/definitions/nothing' } } },
    ],
    isShown: true,
  },
  {
    field: 'strict',
    requirement: 'Strict validation is true or false.',
    takes: [true, false],
    refuses: ['true'],
    isShown: true,
  },
  {
    field: 'is_enabled',
    requirement: 'The active state is true or false.',
    takes: [true, false],
    refuses: ['true'],
    isShown: true,
  },
  {
    field: 'request_body_template',
    requirement: 'The body template is a text, and is returned as it was sent.',
    takes: ['{"number": "{number}", "all": [{number}]}', ''],
    refuses: [7, {}],
    isShown: true,
  },
  {
    field: 'response_path',
    requirement: 'The path to a field of the response is a text with dots.',
    takes: ['order.status', 'status'],
    refuses: [7, ['order']],
    isShown: true,
  },
  {
    field: 'timeout_ms',
    requirement: 'The timeout is a number of milliseconds.',
    takes: [1000, 5000],
    refuses: ['1000', -1],
    isShown: true,
  },
  {
    field: 'max_response_bytes',
    requirement: 'The maximum response size is a number of bytes.',
    takes: [4096, 65_536],
    refuses: ['4096', -1],
    isShown: true,
  },
]

/** Headers that belong to the connection, or would break out of it. */
const forbiddenHeaders = [
  { header_name: 'Host', value: 'other.example.com' },
  { header_name: 'Content-Length', value: '1' },
  { header_name: 'connection', value: 'close' },
  { header_name: 'Transfer-Encoding', value: 'chunked' },
  { header_name: 'Upgrade', value: 'h2c' },
  { header_name: 'X-A', value: 'a\r\nX-B: b' },
]

/** Functions that a bot may call. The effect of a call cannot be observed from outside. */
export const functions: readonly Row[] = [
  {
    id: 'C-146',
    operation: create,
    kind: 'field',
    requirement: 'A function requires a bot, and an unknown one is 404.',
    async check(subject) {
      expectStatus(await creating.send(subject, { bot_unique_id: await subject.objects.newBot() }), 201)
      for (const wrong of [undefined, 7]) expectRefusal(await creating.send(subject, { bot_unique_id: wrong }), 400)
      expectRefusal(await creating.send(subject, { bot_unique_id: unknownId }), 404)
    },
  },
  ...requestRows(creating, 147, fields),
  {
    id: 'C-158',
    operation: create,
    kind: 'field',
    requirement: 'Headers are a list; connection headers, and values with line breaks, are rejected.',
    async check(subject) {
      const takes = [[], [{ header_name: 'X-Shop' }]]
      const refuses = ['X-Shop: 1', [7], ...forbiddenHeaders.map(header => [header])]
      await checkRequestField(creating, { field: 'headers', requirement: '', takes, refuses }, subject)
    },
  },
  {
    id: 'C-159',
    operation: create,
    kind: 'status',
    requirement: 'Creating a function returns 201 and its record.',
    async check(subject) {
      const reply = await created.read(subject)
      expectStatus(reply, 201)
      expectThat(reply, isObject(reply.body), 'a record', short(reply.text))
    },
  },
  ...fieldRows([created], 'A new function', 160, [
    ...Object.keys(functionRecord.fields).slice(0, 13),
    ...['unique_id', 'header_name', 'is_secret', 'is_enabled'].map(field => `headers[].${field}`),
    {
      paths: ['headers[].has_value'],
      requirement:
        'A new function has "headers[].has_value", true or false, and no response shows a value, not even an error.',
      also: (_, subject) => checkSecrecy(subject),
    },
    'created_at',
    'updated_at',
  ]),
  {
    id: 'C-180',
    operation: create,
    kind: 'error',
    requirement: 'An invalid address, a forbidden server, an invalid schema and forbidden headers are 400.',
    async check(subject) {
      for (const wrong of [
        { request_url: 'orders' },
        { request_url: 'https://10.0.0.1/' },
        { input_schema_json: { type: 7 } },
        { headers: [forbiddenHeaders[0]] },
      ]) {
        expectRefusal(await creating.send(subject, wrong), 400)
      }
    },
  },
  {
    id: 'C-181',
    operation: create,
    kind: 'error',
    requirement: 'An unknown bot is 404.',
    check: async subject => expectRefusal(await creating.send(subject, { bot_unique_id: unknownId }), 404),
  },
  {
    id: 'C-182',
    operation: list,
    kind: 'field',
    requirement: 'The list requires the id of one bot.',
    async check({ owner, objects }) {
      expectStatus(await owner.get(`/bot-tools?bot_unique_id=${await objects.bot()}`), 200)
      expectRefusal(await owner.get('/bot-tools'), 400)
      expectRefusal(await owner.get(`/bot-tools?bot_unique_id=${unknownId}`), 404)
    },
  },
  {
    id: 'C-183',
    operation: list,
    kind: 'field',
    requirement: '"order_by" is asc (oldest first) or desc (the default); any other value is rejected.',
    async check(subject) {
      const { path } = await threeFunctions(subject)
      for (const [query, names] of [
        ['&order_by=asc', 'first,second,third'],
        ['&order_by=desc', 'third,second,first'],
        ['', 'third,second,first'],
      ]) {
        const reply = await subject.owner.get(path + query)
        const came = valuesAt(reply.body, 'data[].name').join()
        expectThat(reply, came === names, `the functions ${names}`, came)
      }
      expectRefusal(await subject.owner.get(`${path}&order_by=up`), 400)
    },
  },
  ...pagingRows({
    operation: list,
    skip: 184,
    take: 185,
    path: async ({ objects }) => `/bot-tools?bot_unique_id=${await objects.bot()}`,
  }),
  envelopeRow({ id: 186, operation: list, make: threeFunctions }),
  ...fieldRows([listed], 'Each listed function', 187, ['unique_id', 'name', 'description']),
]

async function checkSecrecy(subject: Subject): Promise<void> {
  const { owner, objects, nameOf } = subject
  const bot = await objects.newBot()
  const secret = nameOf('secret')
  const headers = [{ header_name: 'X-Key', value: secret, is_secret: true }]
  const reply = await creating.send(subject, { bot_unique_id: bot, headers })
  expectStatus(reply, 201)
  expectValue(reply, 'headers[].has_value', true)
  const without = await creating.send(subject, {})
  expectValue(without, 'headers[].has_value', false)
  const refused = await creating.send(subject, { headers: [{ header_name: 'X-Key', value: `${secret}\n` }] })
  for (const shown of [reply, refused, await owner.get(`/bot-tools?bot_unique_id=${bot}`)]) {
    expectThat(shown, !shown.text.includes(secret), 'no value of a header', 'the value')
  }
}
