import { valuesAt } from '../contract/path.ts'
import { accepted } from '../contract/records.ts'
import { expectRefusal, expectShape, expectStatus, expectThat, expectValue, textAt } from '../expect.ts'
import { createApi } from '../http/api.ts'
import { openConnection } from '../http/connection.ts'
import { short } from '../http/reply.ts'
import { readServiceAddress } from '../http/service-address.ts'
import type { Row } from '../row.ts'
import { question, unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { occursInTime } from '../subject/wait-until.ts'
import { Skip } from '../verdict.ts'
import { accessRows } from './kinds/access-rows.ts'
import { complete, finished, readJournal } from './kinds/ask-bot.ts'
import { type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const operation = 'POST /bots/{uniqueId}/completion'

const asking: Sending = {
  operation,
  status: 201,
  send: async ({ owner, objects }, fields) =>
    owner.post(`/bots/${await objects.bot()}/completion`, { prompt: question, ...fields }),
}

/** The largest `meta`, and one that is a byte too large: `{"a":"…"}` has eight bytes around the text. */
const [largestMeta, tooLargeMeta] = [{ a: 'x'.repeat(5112) }, { a: 'x'.repeat(5113) }]

const later: readonly RequestField[] = [
  {
    field: 'meta',
    requirement: '"meta" is an object of at most 5,120 bytes as JSON.',
    takes: [{}, { z: 1, a: [null, '\u00f6'] }, largestMeta],
    refuses: [tooLargeMeta, { a: '\u00f6'.repeat(2557) }, [], 'text'],
  },
]

/** Requests that are answered asynchronously. */
export const completions: readonly Row[] = [
  ...requestRows(asking, 282, [
    {
      field: 'prompt',
      requirement: 'A request requires a prompt, a text.',
      takes: ['Hello'],
      refuses: [undefined, 7, ''],
    },
    {
      field: 'system_direct',
      requirement: 'The instruction for the mode DIRECT is an optional text.',
      takes: ['Be brief.', undefined],
      refuses: [7],
    },
  ]),
  {
    id: 'C-284',
    operation,
    kind: 'field',
    requirement: 'A dialogue is optional; the 404 for an unknown one contains its id.',
    async check(subject) {
      const { owner, objects } = subject
      const dialogue = await owner.post(`/bots/${await objects.bot()}/dialogues`, objects.bodies.dialogue())
      expectStatus(await asking.send(subject, { dialogue_id: textAt(dialogue, 'unique_id') }), 201)
      expectRefusal(await asking.send(subject, { dialogue_id: 7 }), 400)
      await expectUnknownDialogue(subject)
    },
  },
  ...requestRows(asking, 285, [
    {
      field: 'dialogue',
      requirement: 'The settings of a new dialogue are optional, and are validated by their own rules.',
      takes: [
        { name: 'D', message_limit: 2 },
        { name: 'D', message_limit: 2, operator_limit: 3 },
      ],
      refuses: [[], 'D', { name: 'D' }, { name: 7, message_limit: 2 }],
    },
    ...later,
  ]),
  {
    id: 'C-287',
    operation,
    kind: 'field',
    requirement: 'The mode is one of three, with the default PROMPTER; the journal shows it.',
    async check(subject) {
      for (const mode of ['PROMPTER', 'SUPPORT', 'DIRECT', undefined]) {
        const page = await finished(subject, textAt(await asking.send(subject, { mode }), 'unique_id'))
        expectValue(page, 'data[].completion_token_usages[].mode', mode ?? 'PROMPTER')
      }
      for (const wrong of ['OTHER', 'support', 1]) expectRefusal(await asking.send(subject, { mode: wrong }), 400)
    },
  },
  ...requestRows(asking, 288, [
    {
      field: 'is_depersonalize',
      requirement: 'The switch of anonymization is true or false, in every mode.',
      takes: [true, false, undefined],
      refuses: ['true', 1],
    },
    {
      field: 'attachment_ids',
      requirement: 'Attachments are a list of existing ids.',
      takes: [[], undefined],
      refuses: [[unknownId], ['nonsense'], [7], unknownId],
    },
  ]),
  {
    id: 'C-290',
    operation,
    kind: 'status',
    requirement: 'A request immediately returns 201, a message and its id, and appears in the journal.',
    async check(subject) {
      const reply = await asking.send(subject, {})
      expectShape(reply, 201, accepted, path => subject.extensions.marks(operation, path))
      const page = await readJournal(subject, textAt(reply, 'unique_id'))
      expectStatus(page, 200)
      expectValue(page, 'data[].unique_id', textAt(reply, 'unique_id'))
    },
  },
  {
    id: 'C-291',
    operation,
    kind: 'error',
    requirement: 'Invalid parameters are 400.',
    async check(subject) {
      for (const wrong of [{ prompt: null }, { mode: 'LOUD' }, { meta: 7 }]) {
        expectRefusal(await asking.send(subject, wrong), 400)
      }
    },
  },
  {
    id: 'C-292',
    operation,
    kind: 'error',
    requirement: 'An insufficient balance is 402, "Payment Required".',
    check: checkBalance,
  },
  ...accessRows(operation, { foreign: 293 }),
  {
    id: 'C-294',
    operation,
    kind: 'error',
    requirement: 'An unknown bot or dialogue is 404, and the message contains the id of the dialogue.',
    async check(subject) {
      expectRefusal(await subject.owner.post(`/bots/${unknownId}/completion`, { prompt: 'Hello' }), 404)
      await expectUnknownDialogue(subject)
    },
  },
  {
    id: 'C-295',
    operation,
    kind: 'state',
    requirement: 'A request gets one final result, SUCCESS or OPERATOR, and keeps it.',
    check: checkFinalResult,
  },
]

async function expectUnknownDialogue(subject: Subject): Promise<void> {
  const reply = await asking.send(subject, { dialogue_id: unknownId })
  expectRefusal(reply, 404)
  expectThat(reply, reply.text.includes(unknownId), 'a message that names the id', short(reply.text))
}

async function checkBalance({ options, signal }: Subject): Promise<void> {
  const { unpaid, baseUrl } = options
  if (unpaid === undefined) throw new Skip('needs an account whose balance is used up')
  const connection = await openConnection(readServiceAddress(unpaid.baseUrl ?? baseUrl), signal)
  try {
    const api = createApi(connection, unpaid, () => {})
    const bot = await api.post('/bots', { name: 'Unpaid', gpt_model: 'llm_provider_a' })
    const reply = await api.post(`/bots/${textAt(bot, 'unique_id')}/completion`, { prompt: 'Hello' })
    expectRefusal(reply, 402)
    expectValue(reply, 'error', 'Payment Required')
  } finally {
    await connection.close()
  }
}

async function checkFinalResult(subject: Subject): Promise<void> {
  const { objects, owner } = subject
  const bot = await objects.newBot()
  const dialogue = textAt(
    await owner.post(`/bots/${bot}/dialogues`, { ...objects.bodies.dialogue(), operator_limit: 1 }),
    'unique_id',
  )
  for (const status of ['SUCCESS', 'OPERATOR']) {
    const id = await complete(subject, bot, { prompt: question, dialogue_id: dialogue })
    expectValue(await finished(subject, id), 'data[].status', status)
    const isAnother = async () => valuesAt((await readJournal(subject, id)).body, 'data[].status')[0] !== status
    const changed = await occursInTime(200, isAnother, subject)
    expectThat(`the journal of ${question}`, !changed, `${status} for good`, 'another status later')
  }
}
