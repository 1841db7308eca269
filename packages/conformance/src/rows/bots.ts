import { languages } from '@scenewright/model/config'
import { valuesAt } from '../contract/path.ts'
import { bot, botWebhook, pageOf } from '../contract/records.ts'
import { isObject } from '../contract/shape.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue } from '../expect.ts'
import { short } from '../http/reply.ts'
import { type Row, rowId } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { expectOtherIds, operationNamed } from './kinds/access-rows.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { envelopeRow, pagingRows } from './kinds/paging-rows.ts'
import { type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const create = 'POST /bots'
const list = 'GET /bots'
const change = 'PATCH /bots/{uniqueId}'

const creating: Sending = {
  operation: create,
  status: 201,
  send: ({ owner, objects }, fields) => owner.post('/bots', { ...objects.bodies.bot(), ...fields }),
}

/** Three bots whose names contain a unique text, the oldest first; it includes the wildcard characters of a search. */
const threeBots = oncePerSubject(async ({ objects, nameOf }) => {
  const mark = `50%_\\${nameOf('mark')}`
  for (const name of ['first', 'second', 'third']) await objects.newBot({ name: `${mark} ${name}` })
  return { path: `/bots?search=${encodeURIComponent(mark)}`, total: 3 }
})

const listed: Sample = {
  operation: list,
  status: 200,
  shape: pageOf(bot),
  at: 'data[]',
  read: oncePerSubject(async subject => subject.owner.get((await threeBots(subject)).path)),
}

const created: Sample = {
  operation: create,
  status: 201,
  shape: bot,
  at: '',
  read: oncePerSubject(subject => creating.send(subject, {})),
}

const switchField = (field: string, requirement: string, rest: Partial<RequestField> = {}): RequestField => ({
  field,
  requirement,
  takes: [true, false],
  refuses: ['true', 1],
  isShown: true,
  ...rest,
})

const percentField = (field: string, unsaid: number): RequestField => ({
  field,
  requirement: `"${field}" ranges from 0 to 100, with the default ${unsaid}.`,
  takes: [0, 100],
  refuses: [-1, 101, '50'],
  unsaid,
  isShown: true,
})

const fields: readonly RequestField[] = [
  {
    field: 'name',
    requirement: 'A bot requires a name, a non-empty text.',
    takes: ['Shop'],
    refuses: [undefined, 7, ''],
    isShown: true,
  },
  {
    field: 'gpt_model',
    requirement: 'A bot requires one of the four providers.',
    takes: ['llm_provider_a', 'llm_provider_b', 'llm_provider_c', 'llm_provider_d'],
    refuses: [undefined, 'llm_provider_e', 1],
  },
  {
    field: 'gpt_version',
    requirement: 'The version of the model is optional.',
    takes: ['large-2', undefined],
    refuses: [7],
  },
  {
    field: 'embedding_version',
    requirement: 'The version of the embeddings is optional.',
    takes: ['small-1', undefined],
    refuses: [7],
  },
  {
    field: 'primary_language',
    requirement: 'The language is one of nineteen, with the default Russian.',
    takes: languages,
    refuses: ['xx', '', 1],
    unsaid: 'ru',
    isShown: true,
  },
  switchField('first_line_greeting_enabled', 'The switch of the greeting is true or false, and not a text.'),
  {
    field: 'first_line_greeting_text',
    requirement: 'The greeting is a text.',
    takes: ['Hello'],
    refuses: [7],
    isShown: true,
  },
  switchField('rag_clarify_enabled', 'The switch of clarifying questions is true or false.'),
  switchField('scenario_clarify_enabled', 'The switch of topic selection is true or false, with the default false.', {
    unsaid: false,
  }),
  percentField('scenario_clarify_min_confidence', 55),
  percentField('scenario_clarify_margin', 12),
  {
    field: 'max_output_tokens',
    requirement: 'The maximum number of tokens is a number.',
    takes: [1000],
    refuses: ['1000'],
    isShown: true,
  },
  switchField('allow_public_sources_in_support', 'The switch of public sources is true or false.'),
  switchField('tools_enabled', 'The switch of function calls is true or false.'),
  switchField('anonymize_pii', 'The switch of anonymization is true or false.'),
  {
    field: 'webhook_url',
    requirement: 'A webhook address can be set at creation.',
    takes: ['https://hooks.example.com/results'],
    refuses: [7],
  },
]

/** GET, POST and PATCH of bots. */
export const bots: readonly Row[] = [
  {
    id: 'C-010',
    operation: list,
    kind: 'field',
    requirement: '"search" matches part of the name, and treats the characters %, _ and \\ literally.',
    async check(subject) {
      const { path } = await threeBots(subject)
      const reply = await subject.owner.get(`${path}%20second`)
      expectThat(
        reply,
        namesOf(reply.body).join().endsWith('second'),
        'the one bot of this name',
        short(namesOf(reply.body)),
      )
      for (const pattern of ['50%25second', '50__', '50%25_%25second']) {
        expectValue(await subject.owner.get(`/bots?search=${pattern}`), 'meta.total', 0)
      }
    },
  },
  {
    id: 'C-011',
    operation: list,
    kind: 'field',
    requirement: '"order_by" is asc (oldest first) or desc (the default); any other value is rejected.',
    async check(subject) {
      const { path } = await threeBots(subject)
      for (const [query, names] of [
        ['&order_by=asc', 'first,second,third'],
        ['&order_by=desc', 'third,second,first'],
        ['', 'third,second,first'],
      ]) {
        const reply = await subject.owner.get(path + query)
        const came = namesOf(reply.body)
          .map(name => name.split(' ').at(-1))
          .join()
        expectThat(reply, came === names, `the bots ${names}`, came)
      }
      expectRefusal(await subject.owner.get(`${path}&order_by=up`), 400)
    },
  },
  ...pagingRows({ operation: list, skip: 12, take: 13, hasDefaults: true, path: async () => '/bots' }),
  envelopeRow({ id: 14, operation: list, make: threeBots }),
  ...fieldRows([listed], 'Each listed bot', 15, Object.keys(bot.fields)),
  ...requestRows(creating, 30, fields),
  {
    id: 'C-046',
    operation: create,
    kind: 'status',
    requirement: 'Creating a bot returns 201 and its record.',
    async check(subject) {
      const reply = await created.read(subject)
      expectStatus(reply, 201)
      expectThat(reply, isObject(reply.body), 'a record', short(reply.text))
    },
  },
  ...fieldRows([created], 'A new bot', 47, Object.keys(bot.fields)),
  {
    id: 'C-062',
    operation: create,
    kind: 'field',
    requirement: 'The records of new and listed bots omit the model, its versions and the webhook address.',
    async check(subject) {
      const hidden = { gpt_version: 'large-2', embedding_version: 'small-1', webhook_url: 'https://hooks.example.com/' }
      const name = subject.nameOf('bot')
      const reply = await creating.send(subject, { ...hidden, name })
      expectStatus(reply, 201)
      for (const shown of [reply, await subject.owner.get(`/bots?search=${name}`)]) {
        const field = ['gpt_model', ...Object.keys(hidden)].find(one => shown.text.includes(`"${one}"`))
        const isMarked = field !== undefined && isMarkedIn(subject, field)
        expectThat(shown, field === undefined || isMarked, 'none of these fields', `"${field}"`)
      }
    },
  },
  {
    id: 'C-063',
    operation: change,
    kind: 'field',
    requirement: 'The webhook address is HTTPS without credentials; other schemes and invalid addresses are rejected.',
    async check({ owner, objects }) {
      const path = `/bots/${await objects.newBot()}`
      const url = 'https://hooks.example.com/results'
      const reply = await owner.patch(path, { webhook_url: url })
      expectStatus(reply, 200)
      expectValue(reply, 'webhook_url', url)
      for (const wrong of [
        'http://hooks.example.com/',
        'ftp://hooks.example.com/',
        'no address',
        'https://me:secret@hooks.example.com/',
        7,
      ]) {
        expectRefusal(await owner.patch(path, { webhook_url: wrong }), 400)
      }
    },
  },
  {
    id: 'C-064',
    operation: change,
    kind: 'status',
    requirement: 'An update returns 200, the id and the webhook address.',
    async check(subject) {
      const id = await subject.objects.newBot()
      const url = 'https://hooks.example.com/other'
      const reply = await subject.owner.patch(`/bots/${id}`, { webhook_url: url })
      expectShape(reply, 200, botWebhook, path => subject.extensions.marks(change, path))
      expectValue(reply, 'unique_id', id)
      expectValue(reply, 'webhook_url', url)
    },
  },
  {
    id: rowId(65),
    operation: change,
    kind: 'error',
    requirement: 'An unknown bot is 404.',
    check: subject => expectOtherIds(operationNamed(change), subject, unknownId),
  },
]

function namesOf(body: unknown): readonly string[] {
  return valuesAt(body, 'data[].name').map(String)
}

function isMarkedIn({ extensions }: Subject, field: string): boolean {
  return extensions.marks(create, field) && extensions.marks(list, `data[].${field}`)
}
