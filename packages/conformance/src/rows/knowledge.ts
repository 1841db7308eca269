import { knowledge as record } from '../contract/records.ts'
import { isObject } from '../contract/shape.ts'
import { expectRefusal, expectStatus, expectThat, expectValue, textAt } from '../expect.ts'
import { short } from '../http/reply.ts'
import { type Row, rowId } from '../row.ts'
import { oncePerSubject } from '../subject/once-per-subject.ts'
import { unknownId } from '../subject/samples.ts'
import type { Subject } from '../subject/subject.ts'
import { askForAnswer } from './kinds/ask-bot.ts'
import { fieldRows, type Sample } from './kinds/field-rows.ts'
import { type RequestField, requestRows, type Sending } from './kinds/request-rows.ts'

const create = 'POST /knowledges'

const creating: Sending = {
  operation: create,
  status: 201,
  at: 'data',
  send: async ({ owner, objects }, fields) =>
    owner.post('/knowledges', { ...objects.bodies.knowledge(await objects.bot(), await objects.group()), ...fields }),
}

const created: Sample = {
  operation: create,
  status: 201,
  shape: record,
  at: '',
  read: oncePerSubject(subject => creating.send(subject, { document_id: subject.nameOf('id'), source: 'A handbook' })),
}

const fields: readonly RequestField[] = [
  {
    field: 'name',
    requirement: 'A document requires a name.',
    takes: ['Delivery'],
    refuses: [undefined, 7],
    isShown: true,
  },
  {
    field: 'type',
    requirement: 'The type is required and is FILE, SITE or TEXT.',
    takes: ['FILE', 'SITE', 'TEXT'],
    refuses: [undefined, 'PAGE', 1],
    isShown: true,
  },
  {
    field: 'content',
    requirement: 'A document requires its text.',
    takes: ['Parcels come on foot.'],
    refuses: [undefined, 7],
  },
]

/** Creation of knowledge documents. */
export const knowledge: readonly Row[] = [
  idRow(190, 'bot_unique_id', 'A document requires an existing bot.'),
  idRow(191, 'knowledge_group_unique_id', 'A document requires an existing group.'),
  ...requestRows(creating, 192, fields),
  {
    id: 'C-195',
    operation: create,
    kind: 'field',
    requirement: 'A document can have a custom id, which identifies it; another id is another document.',
    async check(subject) {
      const [document_id, content] = [subject.nameOf('id'), subject.nameOf('content')]
      const first = await creating.send(subject, { document_id, content })
      expectValue(first, 'data.document_id', document_id)
      const again = await creating.send(subject, { document_id, is_indexed: false })
      expectValue(again, 'is_exists', true)
      expectValue(again, 'data.unique_id', textAt(first, 'data.unique_id'))
      expectValue(again, 'data.is_indexed', false)
      const other = await creating.send(subject, { document_id: subject.nameOf('id'), content })
      const id = textAt(other, 'data.unique_id')
      expectThat(other, id !== textAt(first, 'data.unique_id'), 'a record of its own for the other id', id)
      expectRefusal(await creating.send(subject, { document_id: 7 }), 400)
    },
  },
  ...requestRows(creating, 196, [
    {
      field: 'source',
      requirement: 'The origin of a document is optional, a link or a note.',
      takes: ['https://shop.example.com/delivery', 'A handbook'],
      refuses: [7],
    },
  ]),
  {
    id: 'C-197',
    operation: create,
    kind: 'field',
    requirement: '"is_private_source" has the default true, and a response never shows a private link.',
    async check(subject) {
      await expectSwitch(subject, 'is_private_source')
      const link = `https://shop.example.com/${subject.nameOf('page')}`
      const answer = await answerAbout(subject, 'marzipan', { source: link })
      expectThat(answer.asked, !answer.text.includes(link), 'an answer without the private link', short(answer.text))
    },
  },
  {
    id: 'C-198',
    operation: create,
    kind: 'field',
    requirement: '"is_indexed" has the default true, and no answer uses a document without it.',
    async check(subject) {
      await expectSwitch(subject, 'is_indexed')
      const answer = await answerAbout(subject, 'nougat', { is_indexed: false })
      expectThat(answer.asked, !answer.text.includes('nougat'), 'an answer without that text', short(answer.text))
    },
  },
  {
    id: 'C-199',
    operation: create,
    kind: 'status',
    requirement: 'Creating a document returns 201.',
    async check(subject) {
      const reply = await created.read(subject)
      expectStatus(reply, 201)
      expectThat(reply, isObject(reply.body), 'a record', short(reply.text))
    },
  },
  ...fieldRows([created], 'The answer to a new document', 200, [
    'message',
    'is_exists',
    ...Object.keys(record.fields.data.fields).map(field => `data.${field}`),
  ]),
]

/** A field that refers to an existing object: 400 without it, 404 if the object does not exist. */
function idRow(number: number, field: string, requirement: string): Row {
  return {
    id: rowId(number),
    operation: create,
    kind: 'field',
    requirement,
    async check(subject) {
      expectStatus(await creating.send(subject, {}), 201)
      for (const wrong of [undefined, 7]) expectRefusal(await creating.send(subject, { [field]: wrong }), 400)
      expectRefusal(await creating.send(subject, { [field]: unknownId }), 404)
    },
  }
}

async function expectSwitch(subject: Subject, field: string): Promise<void> {
  for (const value of [true, false, undefined]) {
    // Text that is already known is not added again.
    const content = `${subject.nameOf('content')} of ${field}`
    const reply = await creating.send(subject, { [field]: value, content })
    expectStatus(reply, 201)
    expectValue(reply, `data.${field}`, value ?? true)
  }
  for (const wrong of ['true', 1]) expectRefusal(await creating.send(subject, { [field]: wrong }), 400)
}

/** Creates a bot with one document about a unique topic, and returns its answer to a question about it. */
async function answerAbout(subject: Subject, topic: string, fields: object) {
  const { owner, objects } = subject
  const bot = await objects.newBot({ allow_public_sources_in_support: true })
  const content = `The ${topic} is kept in the cellar. Whoever wants ${topic} asks the cook for the key.`
  const document = { ...objects.bodies.knowledge(bot, await objects.group(bot)), content, ...fields }
  expectStatus(await owner.post('/knowledges', document), 201)
  const prompt = `Where is the ${topic === 'nougat' ? 'sweet' : topic} kept in the cellar?`
  return askForAnswer(subject, bot, { prompt, mode: 'SUPPORT' })
}
